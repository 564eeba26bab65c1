// Short texts on the map, made once as bitmaps: drawing letters anew in each frame would be slow.

import type { Chances } from "./contract";

const sprites = new Map<string, HTMLCanvasElement>();
const KEPT = 600;
const SANS = '"Gill Sans", "Gill Sans MT", "Segoe UI", Calibri, "DejaVu Sans", system-ui, sans-serif';

/** A text with a light halo, `pixels` high. */
export function labelSprite(text: string, pixels: number, colour: string): HTMLCanvasElement {
  const height = Math.round(pixels);
  const key = `${height} ${colour} ${text}`;
  let sprite = sprites.get(key);
  if (!sprite) {
    sprite = render(text, height, colour);
    if (sprites.size > KEPT) sprites.clear();
    sprites.set(key, sprite);
  }
  return sprite;
}

/** How many counters lie in a stack: a light number on a dark disc, `pixels` across. */
export function badgeSprite(count: number, pixels: number): HTMLCanvasElement {
  const size = Math.round(pixels);
  const key = `badge ${size} ${count}`;
  let sprite = sprites.get(key);
  if (!sprite) sprites.set(key, (sprite = renderBadge(String(count), size)));
  return sprite;
}

/** The share of a hex width that the chances of a hex may take, so that those of its neighbour have room. */
export const TAG_ROOM = 0.94;
const TAG_LEAST = 7.5; // pixels of the page: lower figures cannot be read, and bars stand there instead
const [CHARACTER, BESIDE] = [0.6, 0.26]; // widths of the height of the letters: one of them, and the room on each side

/** The figures of a hex, how good first; without what is feared if it cannot happen. */
export function figuresIn({ good, bad }: Chances, points: (chance: number) => string): string[] {
  return bad > 0 ? [points(good), points(bad)] : [`${points(good)}%`];
}

/** How high the figures of some hexes are that are so wide, in pixels of the page; 0: bars stand there instead. */
export function tagHeight(figures: string[][], hexWidth: number): number {
  const widths = figures.map((cells) => cells.join("").length * CHARACTER + cells.length * 2 * BESIDE);
  const height = Math.min(17, Math.max(9, hexWidth * 0.2), (hexWidth * TAG_ROOM) / Math.max(1, ...widths));
  return height < TAG_LEAST ? 0 : height;
}

const TAG = { good: "#1b5e37", bad: "#98201a", none: "#e9e0cb", frame: "#fffdf4", print: "#ffffff" } as const;

/** The chances of a hex in figures `pixels` high: on green how likely what is hoped for, on red what is feared. */
export function tagSprite(cells: string[], pixels: number): HTMLCanvasElement {
  const key = `tag ${pixels.toFixed(1)} ${cells.join("/")}`;
  return made(key, () => {
    const widths = cells.map((cell) => (cell.length * CHARACTER + 2 * BESIDE) * pixels);
    return framed(
      widths.reduce((sum, one) => sum + one, 0),
      pixels * 1.16,
      (ctx, width, height) => {
        ctx.font = `bold ${pixels}px ${SANS}`;
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        let left = 0;
        for (const [index, cell] of cells.entries()) {
          const wide = widths[index] ?? 0;
          ctx.fillStyle = index ? TAG.bad : TAG.good;
          ctx.fillRect(left, 0, index < cells.length - 1 ? wide : width - left, height);
          ctx.fillStyle = TAG.print;
          ctx.fillText(cell, left + wide / 2, height * 0.54, wide - pixels * 0.2);
          left += wide;
        }
      },
    );
  });
}

/** The same as bars, the one above the other, on a ground `width` pixels wide. */
export function barsSprite({ good, bad }: Chances, width: number, ratio: number): HTMLCanvasElement {
  const bars = bad > 0 ? [good, bad] : [good];
  const high = 3 * ratio;
  return made(`bars ${Math.round(width)} ${ratio} ${bars.map((one) => one.toFixed(2)).join("/")}`, () =>
    framed(width, bars.length * high, (ctx, wide) => {
      ctx.fillStyle = TAG.none;
      ctx.fillRect(0, 0, wide, bars.length * high);
      for (const [index, share] of bars.entries()) {
        ctx.fillStyle = index ? TAG.bad : TAG.good;
        ctx.fillRect(0, index * high, wide * share, high);
      }
    }),
  );
}

function made(key: string, make: () => HTMLCanvasElement): HTMLCanvasElement {
  let sprite = sprites.get(key);
  if (!sprite) {
    if (sprites.size > KEPT) sprites.clear();
    sprites.set(key, (sprite = make()));
  }
  return sprite;
}

/** Something in a light frame with round corners. */
function framed(
  width: number,
  height: number,
  fill: (ctx: CanvasRenderingContext2D, width: number, height: number) => void,
): HTMLCanvasElement {
  const sprite = document.createElement("canvas");
  const edge = Math.max(1, height * 0.08);
  sprite.width = Math.ceil(width + 2 * edge);
  sprite.height = Math.ceil(height + 2 * edge);
  const ctx = sprite.getContext("2d");
  if (!ctx) return sprite;
  const [wide, high] = [sprite.width - 2 * edge, sprite.height - 2 * edge];
  ctx.fillStyle = TAG.frame;
  ctx.beginPath();
  ctx.roundRect(0, 0, sprite.width, sprite.height, height * 0.26);
  ctx.fill();
  ctx.translate(edge, edge);
  ctx.beginPath();
  ctx.roundRect(0, 0, wide, high, height * 0.2);
  ctx.clip();
  fill(ctx, wide, high);
  return sprite;
}

function renderBadge(text: string, size: number): HTMLCanvasElement {
  const sprite = document.createElement("canvas");
  sprite.width = sprite.height = size;
  const ctx = sprite.getContext("2d");
  if (!ctx) return sprite;
  ctx.beginPath();
  ctx.arc(size / 2, size / 2, size * 0.44, 0, 2 * Math.PI);
  ctx.fillStyle = "#241d18";
  ctx.fill();
  ctx.lineWidth = size * 0.09;
  ctx.strokeStyle = "#fffaf0";
  ctx.stroke();
  ctx.font = `bold ${size * 0.62}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "#fffaf0";
  ctx.fillText(text, size / 2, size * 0.53);
  return sprite;
}

function render(text: string, height: number, colour: string): HTMLCanvasElement {
  const sprite = document.createElement("canvas");
  const ctx = sprite.getContext("2d");
  if (!ctx) return sprite;
  const font = `bold ${height}px ${SANS}`;
  ctx.font = font;
  const halo = height * 0.3;
  sprite.width = Math.ceil(ctx.measureText(text).width + 2 * halo);
  sprite.height = Math.ceil(height * 1.2 + 2 * halo);
  ctx.font = font;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = halo;
  ctx.strokeStyle = "rgba(255, 253, 244, 0.92)";
  ctx.strokeText(text, sprite.width / 2, sprite.height / 2);
  ctx.fillStyle = colour;
  ctx.fillText(text, sprite.width / 2, sprite.height / 2);
  return sprite;
}
