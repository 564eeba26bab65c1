// The names that are printed on the map: what lights up leaves them readable, and nothing is written over them.
import type { Box, Point } from "./geometry";
import type { Lens } from "./lens";

export interface PlaceName extends Point {
  text: string;
  /** How it is set, as a canvas is told: the size stands in it in units of the drawing. */
  style: string;
  size: number;
  spacing: number;
  anchor: CanvasTextAlign;
  colour: string;
  /** What it covers, in units of the drawing. */
  box: Box;
}

/** A group begins or ends, or something is written. */
const PART = /<g\b([^>]*)>|<\/g>|<text class="([^"]*)" x="(-?[\d.]+)" y="(-?[\d.]+)"([^>]*)>([^<]*)/g;
const SHIFT = /transform="translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)"/;
const NAMED = /^(name|village|beach-name)$/; // rivers go along their banks, other words lie in boxes of their own
const SERIF = '"Palatino Linotype", "Book Antiqua", Palatino, "URW Palladio L", "DejaVu Serif", Georgia, serif';
const WIDE: Record<string, number> = { bold: 0.6, normal: 0.52 }; // of the size: a letter
const [ABOVE, BELOW] = [0.74, 0.22]; // of the size: what letters reach above their line and below it
const PAPER = "#fbf5e2";
const LEAST = 6.5; // pixels of the page: lower letters cannot be read anyway
const SPREAD: Record<string, number> = { "city-name": 0.06, "beach-name": 0.2 };
const ENTITIES: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">" };

/** The names in a drawing of a map; each has a halo, which is drawn as a text of its own. */
export function namesIn(svg: string): PlaceName[] {
  const rules = new Map([...svg.matchAll(/\.([a-z-]+)\{([^}]*)\}/g)].map(([, name = "", rule = ""]) => [name, rule]));
  const groups: Point[] = [{ x: 0, y: 0 }]; // where those begin that are open
  return [...svg.matchAll(PART)].flatMap(([part, group = "", classes = "", x, y, rest = "", words = ""]) => {
    const within = groups.at(-1) ?? { x: 0, y: 0 };
    if (part.startsWith("<g") && !group.endsWith("/")) {
      const [, dx = 0, dy = 0] = SHIFT.exec(group) ?? [];
      groups.push({ x: within.x + Number(dx), y: within.y + Number(dy) });
    } else if (part === "</g>") groups.pop();
    const kinds = classes.split(" ").filter(Boolean);
    if (kinds.includes("halo") || !kinds.some((kind) => NAMED.test(kind))) return [];
    const looks = [...kinds.map((kind) => rules.get(kind) ?? ""), rest].join(";");
    const size = Number(/font-size[:=]"?([\d.]+)/.exec(looks)?.[1] ?? /font:[^;]*?([\d.]+)px/.exec(looks)?.[1] ?? 12);
    const weight = /bold/.test(looks) ? "bold" : "normal";
    const spacing = Math.max(0, ...kinds.map((kind) => SPREAD[kind] ?? 0)) * size;
    const text = words.replace(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity);
    const anchor = /text-anchor[:=]"?(start|end|middle)/.exec(`${rest};${looks}`)?.[1] ?? "start";
    const at = { x: within.x + Number(x), y: within.y + Number(y) };
    const width = text.length * ((WIDE[weight] ?? 0.6) * size + spacing);
    const left = at.x - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
    return [
      {
        ...at,
        text,
        size,
        spacing,
        style: `${/italic/.test(looks) ? "italic " : ""}${weight} ${size}px ${SERIF}`,
        anchor: (anchor === "middle" ? "center" : anchor) as CanvasTextAlign,
        colour: [...looks.matchAll(/(?:^|;)fill:(#[0-9a-f]{3,6})/g)].at(-1)?.[1] ?? "#241d18",
        box: { left, right: left + width, top: at.y - ABOVE * size, bottom: at.y + BELOW * size },
      },
    ];
  });
}

const known = new Map<string, Promise<PlaceName[]>>();

/** The names of a map, read once from its drawing. */
export function namesAt(address: string): Promise<PlaceName[]> {
  let names = known.get(address);
  if (!names) {
    names = readNames(address);
    names.catch(() => known.delete(address));
    known.set(address, names);
  }
  return names;
}

async function readNames(address: string): Promise<PlaceName[]> {
  const answer = await fetch(address);
  return answer.ok ? namesIn(await answer.text()) : [];
}

/** Write names once more, over what lies on them. */
export function paintNames(lens: Lens, names: readonly PlaceName[]): void {
  const { ctx } = lens;
  lens.onSheet();
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  for (const { x, y, text, style, size, spacing, anchor, colour, box } of names) {
    if (size * lens.camera.scale < LEAST || !lens.sees({ x, y }, box.right - box.left)) continue;
    ctx.font = style;
    ctx.letterSpacing = `${spacing}px`;
    ctx.textAlign = anchor;
    ctx.strokeStyle = PAPER;
    ctx.lineWidth = 3.6;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }
  ctx.letterSpacing = "0px";
}
