// Short texts on the map, made once as bitmaps: drawing letters anew in each frame would be slow.

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
