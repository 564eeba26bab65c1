// Holds the board together: camera, scene and picture, drawn again whenever something changed.
import type { Board, Overlay, View } from "../api/types";
import { ease, wantsStillness } from "./animation";
import {
  between,
  bounded,
  centred,
  contains,
  fitted,
  limits,
  onSheet,
  panned,
  seen,
  sees,
  toScreen,
  toSheet,
  zoomed,
  type Camera,
  type Size,
} from "./camera";
import type { BoardProps, Highlights } from "./contract";
import { boxAround, type Box, type Point } from "./geometry";
import { Gestures } from "./gestures";
import { Lens } from "./lens";
import { paintGround } from "./marks";
import { cornersOf, freeCorner, Minimap, type Corner } from "./minimap";
import { paint } from "./paint";
import { Picture } from "./picture";
import { Scene } from "./scene";
import { fanBox, inside } from "./stacks";

const FLIGHT = 240; // milliseconds
const MOST_PIXELS = 2; // of the canvas to one of the page
const FAN_DELAY = 110; // milliseconds over a stack until it fans out
const FAN_GAP = 6; // pixels from a fan to the edge of the view
const BESIDE_BUTTONS = 60; // pixels from the small map to the edge of the view, where the buttons stand
const MINIMAP_GAP = 10; // pixels from it to the edge elsewhere
const READABLE = 36; // pixels of hex width from which counters and costs can be read
const LEAST_READABLE = 22; // pixels of hex width at which a hex can still be picked
const ENOUGH_IN_SIGHT = 0.5; // of the choices of a new decision
const KEPT_OFF_EDGE = 0.5; // hex widths from the edge of the view at which a hex is well in sight
const EDGE = 28; // pixels from the edge at which a dragged unit takes the map along
const EDGE_PAN = 9; // pixels a frame
const DOUBLE_TAP_ZOOM = 1.9;

type Callbacks = Pick<BoardProps, "onpick" | "ondragged" | "ongrab" | "onhover">;

interface Flight {
  from: Camera;
  to: Camera;
  start: number;
}

export class Control {
  readonly scene: Scene;
  private readonly picture: Picture;
  private readonly ctx: CanvasRenderingContext2D;
  private readonly gestures: Gestures;
  private readonly watching = new ResizeObserver(() => this.resize());
  private camera: Camera = { x: 0, y: 0, scale: 0 };
  private size: Size = { width: 0, height: 0 };
  private ratio = 1;
  private sharpness = 0;
  private moving = false;
  private flight: Flight | null = null;
  private requested = 0;
  private lit = false;
  private shown = false;
  private asked = ""; // the choices that were last lit
  private surroundings = "#ddd3bd";
  private minimap: Minimap | null = null;
  private minimapStale = true;
  private corner: Corner | null = "above"; // where the small map hides nothing that matters
  private fanTimer = 0;
  private pointed = "";
  private dragged: Point | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly board: Board,
    private readonly callbacks: () => Callbacks,
    failed: () => void,
    private readonly minimapFits: (corner: Corner | null) => void,
  ) {
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("this browser has no canvas");
    this.ctx = ctx;
    this.scene = new Scene(board);
    this.picture = new Picture(
      board.map,
      (ground) => paintGround(ground, board, this.scene.grid),
      () => this.pictureChanged(),
    );
    this.picture.load().catch(failed);
    this.gestures = new Gestures(canvas, {
      touched: () => this.scene.settle(), // whoever acts has seen enough of what the others did
      takeable: (at) => this.takeable(at),
      pan: (dx, dy) => this.move(panned(this.camera, dx, dy)),
      zoom: (factor, at) => this.move(zoomed(this.camera, factor, at, this.limits())),
      moving: (yes) => this.setMoving(yes),
      pick: (at, byTouch) => this.pick(at, byTouch),
      doubleTap: (at) => this.fly(zoomed(this.camera, DOUBLE_TAP_ZOOM, at, this.limits())),
      take: (unit) => this.take(unit),
      drag: (at) => this.drag(at),
      drop: (at) => this.drop(at),
      hover: (at) => this.hover(at),
    });
    this.watching.observe(canvas);
    this.resize();
  }

  close(): void {
    cancelAnimationFrame(this.requested);
    clearTimeout(this.fanTimer);
    this.watching.disconnect();
    this.gestures.close();
    this.picture.close();
  }

  // -- what the page says ---------------------------------------------------------------------

  show(view: View, animate: boolean): void {
    this.scene.show(view, animate && !wantsStillness(), performance.now());
    this.minimapStale = true;
    this.redraw();
  }

  light(highlights: Highlights): void {
    this.scene.light(highlights);
    this.lookAtChoices();
    this.lookAtStory();
    this.lit = true;
    this.redraw();
  }

  shade(overlay: Overlay | null): void {
    this.scene.shade(overlay);
    this.redraw();
  }

  setCursor(hex: string | null): void {
    this.scene.cursor = hex;
    this.redraw();
  }

  setMinimap(canvas: HTMLCanvasElement | null): void {
    this.minimap = canvas ? new Minimap(canvas) : null;
    this.minimapStale = true;
    this.redraw();
  }

  setSurroundings(colour: string): void {
    this.surroundings = colour;
    this.redraw();
  }

  fit(): void {
    this.fly(this.whole());
  }

  zoom(factor: number): void {
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.fly(zoomed(this.flight?.to ?? this.camera, factor, middle, this.limits()));
  }

  pan(dx: number, dy: number): void {
    this.fly(panned(this.flight?.to ?? this.camera, dx, dy));
  }

  /** Brings a hex into view if it is not well inside it. */
  reveal(hex: string): void {
    const at = this.scene.grid.centre(hex);
    const margin = Math.min(this.size.width, this.size.height) * 0.14;
    const camera = this.flight?.to ?? this.camera;
    if (at && !sees(camera, at, this.size, margin)) this.fly(this.around(at, camera));
  }

  /** Puts a point of the drawing in the middle at once: the small map is dragged. */
  lookAt(at: Point, dragging: boolean): void {
    this.setMoving(dragging);
    this.move(centred(this.camera, at, this.size));
  }

  // -- camera -----------------------------------------------------------------------------------

  private inPlay(): Box {
    const { left = 0, top = 0, right, bottom, width, height } = this.board.map;
    return { left, top, right: right || width, bottom: bottom || height };
  }

  /** A camera with a point in the middle, or near it where the sheet ends. */
  private around(at: Point, camera: Camera): Camera {
    return onSheet(centred(camera, at, this.size), this.size, this.board.map);
  }

  /** All that is in play, and rather more of the map than of the table beside it. */
  private whole(): Camera {
    return onSheet(fitted(this.inPlay(), this.size), this.size, this.board.map);
  }

  /** The hex that the decision is about: what is attacked, else where the unit in hand stands. */
  private subject(): Point | null {
    const { selected, target } = this.scene.highlights;
    const hex = target ?? (selected ? this.scene.states.get(selected)?.at : null);
    return (hex && this.scene.grid.centre(hex)) || null;
  }

  /** Whether a point of the drawing is well in sight, and nothing of the page lies over it. */
  private inSight(at: Point, camera: Camera): boolean {
    const margin = KEPT_OFF_EDGE * this.board.map.hex_width * camera.scale;
    const room = Math.min(margin, this.size.width / 2, this.size.height / 2);
    if (!sees(camera, at, this.size, room)) return false;
    const spot = toScreen(camera, at);
    const { left, top } = this.canvas.getBoundingClientRect();
    const above = document.elementFromPoint(left + spot.x, top + spot.y);
    return above === null || above === this.canvas || !this.canvas.parentElement?.contains(above);
  }

  /**
   * Look where there is something to choose: when the board opens, unless all that is in play can be read at once; and
   * later whenever no choice of a new decision is in sight, or not what the decision is about.
   */
  private lookAtChoices(): void {
    const { hexes, target } = this.scene.highlights;
    const choices = [...hexes.keys(), ...(target ? [target] : [])];
    const places = choices.flatMap((hex) => this.scene.grid.centre(hex) ?? []);
    const asked = choices.join();
    const subject = this.subject();
    const now = `${asked} ${this.scene.highlights.selected}`;
    if ((!places.length && !subject) || !this.size.width || now === this.asked || this.scene.drag) return;
    const first = this.asked === "";
    this.asked = now;
    const camera = this.flight?.to ?? this.camera;
    const all = this.scaleFor(places);
    if (first && all > this.camera.scale) {
      this.move(this.around(subject ?? middleOf(places), { ...camera, scale: all }));
    } else if (subject) {
      if (!this.inSight(subject, camera)) this.fly(this.around(subject, camera));
    } else if (places.filter((place) => sees(camera, place, this.size, 0)).length < places.length * ENOUGH_IN_SIGHT) {
      this.fly(this.around(middleOf(places), { ...camera, scale: Math.min(camera.scale, all) }));
    }
  }

  /** Come close enough for what is told to be seen. */
  private lookAtStory(): void {
    const { from = null, to = [] } = this.scene.highlights.story ?? {};
    const places = [from, ...to].flatMap((hex) => (hex && this.scene.grid.centre(hex)) || []);
    const camera = this.flight?.to ?? this.camera;
    if (!places.length || !this.size.width || camera.scale * this.board.map.hex_width >= LEAST_READABLE) return;
    this.fly(this.around(middleOf(places), { ...camera, scale: this.scaleFor(places) }));
  }

  /** The scale at which all of some places are in sight, if hexes can be read then, and not larger than that needs. */
  private scaleFor(places: Point[]): number {
    const { hex_width } = this.board.map;
    const fit = places.length ? fitted(boxAround(places, hex_width), this.size).scale : Infinity;
    return Math.min(READABLE / hex_width, Math.max(LEAST_READABLE / hex_width, fit));
  }

  private limits() {
    return limits(this.board.map, this.size, this.board.map.hex_width);
  }

  private move(camera: Camera): void {
    this.flight = null;
    this.camera = bounded(camera, this.size, this.limits());
    this.redraw();
  }

  private fly(to: Camera): void {
    const target = bounded(to, this.size, this.limits());
    if (wantsStillness() || !this.shown) {
      this.move(target);
      return;
    }
    this.flight = { from: this.camera, to: target, start: performance.now() };
    this.redraw();
  }

  private onTheWay(now: number): void {
    if (!this.flight) return;
    const { from, to, start } = this.flight;
    const t = Math.min(1, Math.max(0, (now - start) / FLIGHT));
    this.camera = t < 1 ? between(from, to, this.size, ease(t)) : to;
    if (t === 1) this.flight = null;
  }

  private setMoving(yes: boolean): void {
    if (this.moving === yes) return;
    this.moving = yes;
    this.redraw();
  }

  /** The same middle in a view of another size; but what the decision is about does not go out of sight. */
  private resized(before: Size): Camera {
    const camera = this.flight?.to ?? this.camera;
    const same = this.around(toSheet(camera, { x: before.width / 2, y: before.height / 2 }), camera);
    const subject = this.subject();
    const lost = subject && sees(camera, subject, before, 0) && !this.inSight(subject, same);
    return lost ? this.around(subject, camera) : same;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    const before = this.size;
    this.size = { width, height };
    this.ratio = Math.min(MOST_PIXELS, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    if (!before.width) this.move(this.whole());
    else this.move(this.resized(before));
    // A canvas is empty after a change of size; without a frame at once it would flicker.
    this.draw(performance.now());
  }

  // -- drawing ----------------------------------------------------------------------------------

  private redraw(): void {
    this.requested ||= requestAnimationFrame((now) => {
      this.requested = 0;
      this.draw(now);
    });
  }

  private draw(now: number): void {
    if (!this.size.width) return;
    this.onTheWay(now);
    this.scene.advance(now);
    const pushed = this.panAtEdge();
    this.scene.keepFanIn(this.roomForFan());
    const busy = this.moving || pushed || this.flight !== null;
    this.picture.rest(!busy && !this.scene.gliding.length);
    // While the map moves, counters are scaled from the bitmaps there are.
    if (!busy || !this.sharpness) this.sharpness = this.camera.scale * this.ratio;
    const lens = new Lens(this.ctx, this.camera, this.size, this.ratio);
    paint(lens, this.scene, this.picture, { surroundings: this.surroundings, sharpness: this.sharpness });
    this.drawMinimap();
    if (!busy) this.placeMinimap();
    this.measure();
    if (this.flight || this.scene.gliding.length) this.redraw();
  }

  private drawMinimap(): void {
    if (!this.minimap) return;
    if (this.minimapStale) this.minimap.draw(this.scene, this.picture.overview);
    this.minimapStale = false;
    this.minimap.frame(seen(this.camera, this.size), this.board.map.width);
  }

  /** The small map makes room for what matters now; it is of no use where all that is in play is in sight. */
  private placeMinimap(): void {
    if (!this.minimap) return;
    const { hexes, target, selected, story } = this.scene.highlights;
    const unit = selected ? this.scene.states.get(selected)?.at : null;
    const matters = [...hexes.keys(), target, unit, this.scene.cursor, story?.from, ...(story?.to ?? [])];
    const points = matters.flatMap((hex) => (hex && this.scene.grid.centre(hex)) || []);
    const places = cornersOf(this.size, this.minimap.size, BESIDE_BUTTONS, MINIMAP_GAP);
    const all = contains(seen(this.camera, this.size), this.inPlay(), this.board.map.hex_width / 2);
    const corner = all
      ? null
      : freeCorner(
          places,
          points.map((point) => toScreen(this.camera, point)),
        );
    if (corner === this.corner) return;
    this.corner = corner;
    this.minimapFits(corner);
  }

  private pictureChanged(): void {
    if (!this.shown) this.minimapStale = true;
    this.redraw();
  }

  /** Leaves marks for whoever measures how soon the board is there. */
  private measure(): void {
    if (!this.shown && this.picture.overview && this.scene.view) {
      this.shown = true;
      performance.mark("board-visible");
    }
    if (this.lit) performance.mark("highlight");
    this.lit = false;
    const { x, y, scale } = this.camera;
    this.canvas.dataset["camera"] = `${x} ${y} ${scale}`;
    this.canvas.dataset["fan"] = this.scene
      .fannedOut()
      .map((one) => `${one.id} ${one.x} ${one.y}`)
      .join("; ");
  }

  // -- hands ------------------------------------------------------------------------------------

  private hitAt(at: Point) {
    return this.scene.hit(toSheet(this.camera, at));
  }

  private pointing(at: Point) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { ...this.hitAt(at), x: at.x + left, y: at.y + top };
  }

  private takeable(at: Point): string | null {
    const { unit } = this.hitAt(at);
    const { units, selected } = this.scene.highlights;
    return unit !== null && (units.has(unit) || selected === unit) ? unit : null;
  }

  private pick(at: Point, byTouch: boolean): void {
    const { hex, unit } = this.hitAt(at);
    if (hex !== null && unit !== null && this.opensFirst(hex, byTouch) && this.openFan(hex)) return;
    if (hex !== this.scene.fan?.hex) this.closeFan();
    this.callbacks().onpick(this.pointing(at));
  }

  /** A closed stack is opened first where it cannot be known which of its units is meant: a finger points at none. */
  private opensFirst(hex: string, byTouch: boolean): boolean {
    const stack = this.scene.stacks.get(hex) ?? [];
    const light = this.scene.highlights.hexes.get(hex);
    if (stack.length < 2 || !light) return stack.length > 1;
    return byTouch && light.kind === "unit" && stack.filter((id) => this.scene.highlights.units.has(id)).length > 1;
  }

  private take(unit: string): void {
    this.scene.drag = { unit, at: { x: 0, y: 0 }, hex: null };
    this.closeFan();
    this.callbacks().ongrab(unit);
  }

  private drag(at: Point): void {
    const { drag } = this.scene;
    if (!drag) return;
    this.dragged = at;
    drag.at = toSheet(this.camera, at);
    drag.hex = this.scene.grid.at(drag.at);
    this.redraw();
  }

  /** A unit held at the edge of the view takes the map along. */
  private panAtEdge(): boolean {
    const at = this.dragged;
    if (!at || !this.scene.drag) return false;
    const push = (x: number, length: number) => (x < EDGE ? -EDGE_PAN : x > length - EDGE ? EDGE_PAN : 0);
    const [dx, dy] = [push(at.x, this.size.width), push(at.y, this.size.height)];
    if (!dx && !dy) return false;
    this.camera = bounded(panned(this.camera, dx, dy), this.size, this.limits());
    this.drag(at);
    return true;
  }

  private drop(at: Point | null): void {
    const { drag } = this.scene;
    this.scene.drag = this.dragged = null;
    this.redraw();
    const hex = at && this.scene.grid.at(toSheet(this.camera, at));
    if (drag && hex && hex !== this.scene.states.get(drag.unit)?.at) this.callbacks().ondragged(drag.unit, hex);
  }

  private hover(at: Point | null): void {
    clearTimeout(this.fanTimer);
    const { hex, unit, x, y } = at ? this.pointing(at) : { hex: null, unit: null, x: 0, y: 0 };
    if (hex !== this.scene.hover) {
      this.scene.hover = hex;
      this.redraw();
    }
    this.closeFanBeyond(at);
    if (unit && this.scene.fan?.hex !== hex) this.fanTimer = setTimeout(() => this.openFan(hex), FAN_DELAY);
    const now = `${hex} ${unit}`;
    if (now === this.pointed) return;
    this.pointed = now;
    const choosable = hex !== null && this.scene.highlights.hexes.has(hex);
    this.canvas.style.cursor = choosable || (at && this.takeable(at)) ? "pointer" : "";
    this.callbacks().onhover({ hex, unit, x, y });
  }

  private closeFanBeyond(at: Point | null): void {
    const { fan } = this.scene;
    if (!fan) return;
    const open = at && inside(fanBox(this.scene.fannedOut(), fan.size), toSheet(this.camera, at));
    if (!open) this.closeFan();
  }

  private openFan(hex: string | null): boolean {
    const opened = hex !== null && this.scene.openFan(hex, this.camera.scale, this.roomForFan());
    if (opened) this.redraw();
    return opened;
  }

  private roomForFan(): Box {
    const { left, top, right, bottom } = seen(this.camera, this.size);
    const gap = FAN_GAP / this.camera.scale;
    return { left: left + gap, top: top + gap, right: right - gap, bottom: bottom - gap };
  }

  private closeFan(): void {
    if (this.scene.closeFan()) this.redraw();
  }
}

/** The middle of the box around some points. */
function middleOf(points: Point[]): Point {
  const { left, right, top, bottom } = boxAround(points, 0);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
