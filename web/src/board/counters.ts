// Counters as bitmaps, made once for each face and size.
import type { Piece, PieceState } from "../api/types";
import { isDark, livery, RIM, type Livery } from "./colours";
import { paintSign, type Looks, type MarkKind } from "./marks";
import { symbolSprite } from "./symbols";

/** How much of a counter can be read at a size. */
type Detail = "all" | "values" | "strength" | "symbol" | "colour";

export type Face = Pick<PieceState, "reduced" | "values" | "flags" | "hidden" | "title" | "symbol" | "steps">;

/** Room around a counter for its shadow, of its side. */
export const MARGIN = 0.1;

const SANS = '"Gill Sans", "Gill Sans MT", "Segoe UI", Calibri, "DejaVu Sans", system-ui, sans-serif';

const sprites = new Map<string, HTMLCanvasElement>();
const KEPT = 3000;
let known: Looks | null = null;

/** Sizes at which counters are made, in pixels; between them the bitmaps are scaled. */
export function sizeBucket(pixels: number): number {
  const step = pixels <= 48 ? 4 : pixels <= 96 ? 8 : 16;
  return Math.min(224, Math.max(8, Math.ceil(pixels / step) * step));
}

export function detailAt(pixels: number, ratio: number): Detail {
  const onPage = pixels / ratio;
  return onPage >= 38
    ? "all"
    : onPage >= 28
      ? "values"
      : onPage >= 14
        ? "strength"
        : onPage >= 11
          ? "symbol"
          : "colour";
}

/** A counter `pixels` wide with its margin around it; `ratio` is the number of them to a pixel of the page. */
export function counterSprite(piece: Piece, face: Face, looks: Looks, pixels: number, ratio = 1): HTMLCanvasElement {
  if (looks !== known) sprites.clear(); // another game's flags look otherwise
  known = looks;
  const size = sizeBucket(pixels);
  const key = faceKey(piece, face, detailAt(size, ratio)) + size;
  let sprite = sprites.get(key);
  if (!sprite) {
    sprite = document.createElement("canvas");
    const margin = Math.ceil(size * MARGIN);
    sprite.width = sprite.height = size + 2 * margin;
    const ctx = sprite.getContext("2d");
    if (ctx) {
      ctx.translate(margin, margin);
      paintCounter(ctx, size, piece, face, looks, detailAt(size, ratio));
    }
    if (sprites.size > KEPT) sprites.clear();
    sprites.set(key, sprite);
  }
  return sprite;
}

/** One counter for a panel, `size` pixels of the page wide. */
export function drawCounter(size: number, piece: Piece, face: Face, looks: Looks, ratio = 1): HTMLCanvasElement {
  return counterSprite(piece, face, looks, size * ratio, ratio);
}

function faceKey(piece: Piece, face: Face, detail: Detail): string {
  const look = `${piece.nation} ${detail} `;
  if (detail === "colour") return look;
  const state = `${symbolOf(piece, face)} ${face.reduced} ${face.hidden} ${face.steps} ${face.flags?.join()} `;
  if (detail === "symbol" || (detail === "strength" && face.hidden)) return look + state;
  if (detail === "strength") return look + state + strengthOf(face);
  const words = face.hidden ? caption(piece, face) : face.values?.join("-");
  return look + state + words + " " + (detail === "all" ? nameOf(piece) : "") + " ";
}

/** What a piece has turned out to be, or what is printed on it. */
function nameOf({ id, name }: Piece): string {
  return name || id;
}

function symbolOf(piece: Piece, face: Face): string {
  return face.symbol || piece.symbol;
}

/** The flags of a counter that show on it in a way. */
export function shownAs(way: MarkKind["on_counter"], flags: readonly string[], looks: Looks): MarkKind[] {
  return flags.flatMap((flag) => looks.get(flag) ?? []).filter((mark) => mark.on_counter === way);
}

function paintCounter(
  ctx: CanvasRenderingContext2D,
  size: number,
  piece: Piece,
  face: Face,
  looks: Looks,
  detail: Detail,
): void {
  const shows = (way: MarkKind["on_counter"]) => shownAs(way, face.flags ?? [], looks);
  const [acted, fought] = [shows("acted").length > 0, shows("fought").length > 0];
  const colours = livery(piece.nation);
  const cut = isDark(piece.nation);
  paintBody(ctx, size, colours, cut);
  if (detail === "colour") return;
  ctx.save();
  outline(ctx, size, cut);
  ctx.clip();
  if (face.reduced) paintBand(ctx, size, colours, detail);
  paintCorners(ctx, size, acted, fought, colours);
  if (face.hidden) paintBack(ctx, size, piece, face, colours, detail);
  ctx.restore();
  const bare = detail === "strength" && strengthOf(face) !== "" && !face.hidden;
  if (bare) paintStrength(ctx, size, piece, face, colours);
  else if (!face.hidden) {
    paintSymbol(ctx, size, piece, face, colours, detail);
    if (detail === "all" || detail === "values") paintValues(ctx, size, face, colours, detail);
    if ((detail === "all" || detail === "values") && face.steps) paintSteps(ctx, size, piece, face.steps, colours);
  }
  if (detail === "all") paintName(ctx, size, piece, colours, acted || fought);
  if (shows("shaken").length) paintDisruption(ctx, size);
  if (detail === "symbol" || detail === "strength") return;
  if (shows("unsupplied").length) paintNoSupply(ctx, size);
  paintBadges(ctx, size, shows("badge"));
}

/** The back of a counter that lies face down: stripes and a question mark, and what the back tells. */
function paintBack(
  ctx: CanvasRenderingContext2D,
  size: number,
  piece: Piece,
  face: Face,
  colours: Livery,
  detail: keyof typeof LAYOUT,
): void {
  ctx.globalAlpha = 0.22;
  ctx.strokeStyle = colours.print;
  ctx.lineWidth = size * 0.05;
  ctx.beginPath();
  for (let start = -size; start < size; start += size * 0.16) {
    ctx.moveTo(start, size);
    ctx.lineTo(start + size, 0);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
  const large = detail === "symbol" || detail === "strength";
  write(ctx, "?", size / 2, size * (large ? 0.54 : 0.5), size * (large ? 0.7 : 0.52), size, colours.print, "bold");
  if (!large) write(ctx, caption(piece, face), size / 2, size * 0.86, size * 0.2, size * 0.86, colours.print, "600");
}

/** One word for a back: a calibre if it is known, else the kind of piece. */
function caption(piece: Piece, face: Face): string {
  return /\d+ mm/.exec(face.title ?? "")?.[0] ?? piece.kind.split(" ")[0] ?? "";
}

/** Steps left as filled pips and lost ones as empty ones, beside the symbol. */
function paintSteps(ctx: CanvasRenderingContext2D, size: number, piece: Piece, steps: number, colours: Livery): void {
  const [side, gap] = [size * 0.1, size * 0.15];
  const all = Math.max(piece.steps, steps);
  ctx.strokeStyle = ctx.fillStyle = colours.print;
  ctx.lineWidth = Math.max(0.75, size * 0.018);
  for (let pip = 0; pip < all; pip++) {
    const y = size * 0.5 + ((all - 1) / 2 - pip) * gap - side / 2;
    if (pip < steps) ctx.fillRect(size * 0.85, y, side, side);
    else ctx.strokeRect(size * 0.85, y, side, side);
  }
}

function outline(ctx: CanvasRenderingContext2D, size: number, cut: boolean): void {
  const corner = size * 0.12;
  ctx.beginPath();
  if (!cut) ctx.roundRect(0, 0, size, size, corner);
  else {
    const far = size - corner;
    for (const [x, y] of [
      [corner, 0],
      [far, 0],
      [size, corner],
      [size, far],
      [far, size],
      [corner, size],
      [0, far],
      [0, corner],
    ] as const)
      ctx.lineTo(x, y);
    ctx.closePath();
  }
}

function paintBody(ctx: CanvasRenderingContext2D, size: number, colours: Livery, cut: boolean): void {
  ctx.save();
  ctx.shadowColor = "rgba(20, 14, 4, 0.55)";
  ctx.shadowBlur = size * 0.07;
  ctx.shadowOffsetX = size * 0.025;
  ctx.shadowOffsetY = size * 0.045;
  outline(ctx, size, cut);
  ctx.lineWidth = 2 * rimWidth(size);
  ctx.strokeStyle = RIM.light;
  ctx.stroke();
  ctx.restore();
  outline(ctx, size, cut);
  ctx.fillStyle = colours.ground;
  ctx.fill();
  // A thin bevel: light from the upper left.
  ctx.save();
  outline(ctx, size, cut);
  ctx.clip();
  const light = ctx.createLinearGradient(0, 0, size, size);
  light.addColorStop(0, "rgba(255, 255, 255, 0.55)");
  light.addColorStop(0.45, "rgba(255, 255, 255, 0.05)");
  light.addColorStop(0.55, "rgba(0, 0, 0, 0.05)");
  light.addColorStop(1, "rgba(0, 0, 0, 0.5)");
  ctx.lineWidth = Math.max(1.5, size * 0.075);
  ctx.strokeStyle = light;
  outline(ctx, size, cut);
  ctx.stroke();
  ctx.restore();
  ctx.lineWidth = Math.max(1, size * 0.024);
  ctx.strokeStyle = RIM.dark;
  outline(ctx, size, cut);
  ctx.stroke();
}

/** How far the light ring reaches beyond a counter; it stays within the margin of its bitmap. */
function rimWidth(size: number): number {
  return Math.min(size * MARGIN * 0.8, Math.max(1.4, size * 0.045));
}

/** Heights of the parts, of the side of the counter. */
const LAYOUT = {
  all: { symbol: 0.5, width: 0.5, values: 0.85, font: 0.27 },
  values: { symbol: 0.36, width: 0.5, values: 0.79, font: 0.4 },
  strength: { symbol: 0.54, width: 0.7, values: 0, font: 0 },
  symbol: { symbol: 0.54, width: 0.7, values: 0, font: 0 },
};

function paintBand(ctx: CanvasRenderingContext2D, size: number, colours: Livery, detail: keyof typeof LAYOUT): void {
  const middle = LAYOUT[detail].symbol * size;
  ctx.fillStyle = colours.band;
  ctx.fillRect(0, middle - size * 0.09, size, size * 0.18);
}

function paintSymbol(
  ctx: CanvasRenderingContext2D,
  size: number,
  piece: Piece,
  face: Face,
  colours: Livery,
  detail: keyof typeof LAYOUT,
): void {
  const code = symbolOf(piece, face);
  const width = Math.round(LAYOUT[detail].width * size);
  const height = (width * 2) / 3;
  const middle = { x: size / 2, y: LAYOUT[detail].symbol * size };
  ctx.fillStyle = colours.field;
  ctx.fillRect(middle.x - width / 2, middle.y - height / 2, width, height);
  const small = detail === "symbol" || detail === "strength";
  const sprite = symbolSprite(small ? withoutSize(code) : code, colours.symbol, width);
  if (sprite) ctx.drawImage(sprite.image, middle.x - sprite.x, middle.y - sprite.y);
  else {
    ctx.strokeStyle = colours.symbol;
    ctx.lineWidth = Math.max(1, size * 0.02);
    ctx.strokeRect(middle.x - width / 2, middle.y - height / 2, width, height);
    write(ctx, piece.kind.slice(0, 3), middle.x, middle.y, height * 0.6, width, colours.symbol);
  }
}

function withoutSize(code: string): string {
  return code.slice(0, 10) + "-----";
}

function paintValues(
  ctx: CanvasRenderingContext2D,
  size: number,
  face: Face,
  colours: Livery,
  detail: "all" | "values",
): void {
  const { values, font } = LAYOUT[detail];
  write(ctx, valueLine(face), size / 2, values * size, font * size, size * 0.88, colours.print, "bold");
}

/** On a small counter the strength alone, as large as it goes, under its symbol. */
function paintStrength(ctx: CanvasRenderingContext2D, size: number, piece: Piece, face: Face, colours: Livery): void {
  const width = Math.round(size * 0.56);
  const height = size * 0.3;
  const middle = { x: size / 2, y: size * 0.23 };
  ctx.save();
  ctx.beginPath();
  ctx.rect(middle.x - width / 2, middle.y - height / 2, width, height);
  ctx.fillStyle = colours.field;
  ctx.fill();
  ctx.clip();
  const sprite = symbolSprite(withoutSize(symbolOf(piece, face)), colours.symbol, width);
  if (sprite) ctx.drawImage(sprite.image, middle.x - sprite.x, middle.y - sprite.y);
  ctx.restore();
  write(ctx, strengthOf(face), size / 2, size * 0.69, size * 0.62, size * 0.9, colours.print, "bold");
}

/** The first of the values on a counter, which is its strength in every game; nothing if it has none. */
export function strengthOf(face: Pick<Face, "values" | "steps">): string {
  return /^\W*[\d?]+/.exec(valueLine(face))?.[0] ?? "";
}

/** The shape that a word names, else the word. */
export function shapeOf(word: string): string {
  return SHAPES[word] ?? word;
}

const SHAPES: Record<string, string> = { diamond: "◆", triangle: "▲", circle: "●" };

/** Which of the values repeats the steps, where they are shown as pips. */
const STEPS_VALUE = 1;

/** The values that have room on a counter: numbers and shapes. Steps have pips; lists of words are told elsewhere. */
export function valueLine({ values, steps }: Pick<Face, "values" | "steps">): string {
  const all = (values ?? []).filter((value, index) => value && !(steps && index === STEPS_VALUE));
  const short = all.flatMap(
    (value) => SHAPES[value] ?? (/^\W*\d|^[\d?]/.test(value) && value.length <= 5 ? value : []),
  );
  return short.join(short.some((value) => Object.values(SHAPES).includes(value)) ? " " : "-");
}

function paintName(
  ctx: CanvasRenderingContext2D,
  size: number,
  piece: Piece,
  colours: Livery,
  cornersTaken: boolean,
): void {
  const width = cornersTaken ? 0.52 : 0.8;
  write(ctx, nameOf(piece), size / 2, size * 0.13, size * 0.165, size * width, colours.print, "600");
}

function write(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  height: number,
  width: number,
  colour: string,
  weight = "normal",
): void {
  ctx.font = `${weight} ${height}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y, width);
}

/** Units that acted: the upper right corner is dimmed; units that fought have the upper left one too, with a cross. */
function paintCorners(
  ctx: CanvasRenderingContext2D,
  size: number,
  acted: boolean,
  fought: boolean,
  colours: Livery,
): void {
  const corner = size * 0.3;
  const dim = colours.print === "#ffffff" ? "rgba(255, 255, 255, 0.55)" : "rgba(20, 16, 6, 0.5)";
  ctx.fillStyle = dim;
  if (acted) triangle(ctx, size, 0, size - corner, 0, size, corner);
  if (fought) triangle(ctx, 0, 0, corner, 0, 0, corner);
  ctx.strokeStyle = colours.print === "#ffffff" ? "#101010" : "#ffffff";
  ctx.lineWidth = Math.max(1, size * 0.03);
  ctx.beginPath();
  if (acted) {
    ctx.moveTo(size - corner * 0.55, corner * 0.32);
    ctx.lineTo(size - corner * 0.2, corner * 0.32);
    ctx.moveTo(size - corner * 0.36, corner * 0.16);
    ctx.lineTo(size - corner * 0.2, corner * 0.32);
    ctx.lineTo(size - corner * 0.36, corner * 0.48);
  }
  if (fought) {
    ctx.moveTo(corner * 0.16, corner * 0.16);
    ctx.lineTo(corner * 0.5, corner * 0.5);
    ctx.moveTo(corner * 0.5, corner * 0.16);
    ctx.lineTo(corner * 0.16, corner * 0.5);
  }
  ctx.stroke();
}

function triangle(
  ctx: CanvasRenderingContext2D,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): void {
  ctx.beginPath();
  ctx.moveTo(ax, ay);
  ctx.lineTo(bx, by);
  ctx.lineTo(cx, cy);
  ctx.closePath();
  ctx.fill();
}

/** Small signs at the left edge, one below the other; several are smaller, so that they stay above the values. */
function paintBadges(ctx: CanvasRenderingContext2D, size: number, badges: MarkKind[]): void {
  const [radius, step] = badges.length > 2 ? [0.1, 0.4 / (badges.length - 1)] : [0.13, 0.27];
  badges.forEach((badge, place) => {
    ctx.save();
    ctx.translate(size * radius, size * (0.28 + step * place));
    ctx.scale((size * radius) / 50, (size * radius) / 50);
    paintSign(ctx, badge);
    ctx.restore();
  });
}

/** A jagged line across the counter. */
function paintDisruption(ctx: CanvasRenderingContext2D, size: number): void {
  const line = new Path2D();
  for (const [x, y] of [
    [0.04, 0.72],
    [0.26, 0.5],
    [0.38, 0.66],
    [0.62, 0.36],
    [0.74, 0.52],
    [0.96, 0.28],
  ] as const)
    line.lineTo(x * size, y * size);
  ctx.lineJoin = "bevel";
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = Math.max(3, size * 0.12);
  ctx.stroke(line);
  ctx.strokeStyle = "#b3261e";
  ctx.lineWidth = Math.max(1.5, size * 0.06);
  ctx.stroke(line);
}

/** A shell with a bar across it, on a white disc with a red rim. */
function paintNoSupply(ctx: CanvasRenderingContext2D, size: number): void {
  const [x, y, radius] = [size * 0.14, size * 0.52, size * 0.15];
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = "#ffffff";
  ctx.fill();
  ctx.fillStyle = "#2b2418";
  ctx.beginPath();
  ctx.moveTo(x - radius * 0.3, y + radius * 0.55);
  ctx.lineTo(x - radius * 0.3, y - radius * 0.1);
  ctx.quadraticCurveTo(x - radius * 0.25, y - radius * 0.5, x, y - radius * 0.68);
  ctx.quadraticCurveTo(x + radius * 0.25, y - radius * 0.5, x + radius * 0.3, y - radius * 0.1);
  ctx.lineTo(x + radius * 0.3, y + radius * 0.55);
  ctx.fill();
  ctx.strokeStyle = "#c01f14";
  ctx.lineWidth = Math.max(1, radius * 0.28);
  ctx.beginPath();
  ctx.moveTo(x - radius * 0.65, y - radius * 0.65);
  ctx.lineTo(x + radius * 0.65, y + radius * 0.65);
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.stroke();
}
