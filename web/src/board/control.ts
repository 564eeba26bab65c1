// Holds the board together: camera, scene and picture, drawn again whenever something changed.
import type { Board, View } from "../api/types";
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
  reaching,
  seen,
  sees,
  toScreen,
  toSheet,
  zoomed,
  type Camera,
  type Size,
} from "./camera";
import type { BoardProps, Highlights, Layer, Tale } from "./contract";
import { framed, framedMost, isOpen, uncovered, type Frame } from "./framing";
import { boxAround, type Box, type Point } from "./geometry";
import { Gestures } from "./gestures";
import { hexesOf, isBox } from "./layout";
import { Lens } from "./lens";
import { paintGround } from "./marks";
import { cornersOf, freeCorner, Minimap, type Corner } from "./minimap";
import { paint } from "./paint";
import { namesAt } from "./names";
import { Picture } from "./picture";
import { Scene } from "./scene";
import { fanBox, inside } from "./stacks";

const FLIGHT = 240; // milliseconds
const MOST_PIXELS = 2; // of the canvas to one of the page
const FAN_DELAY = 110; // milliseconds over a stack until it fans out
const FAN_GAP = 6; // pixels from a fan to the edge of the view
const BESIDE_BUTTONS = 60; // pixels from the small map to the edge of the view, where the buttons stand
const MINIMAP_GAP = 10; // pixels from it to the edge elsewhere
const READABLE = 44; // pixels of hex width from which counters and costs can be read
const LEAST_READABLE = 26; // pixels of hex width at which a hex can still be picked, and the strength of a counter read
const LEAST_OPENING = 30; // pixels of hex width with which a board opens at the least
const LEAST_ON_PHONE = 40; // the same where the map is narrow: counters of 28 pixels, with all their values, rather than all
const NARROW = 560; // pixels of the map's shorter side below which it is
const KEPT_OFF_EDGE = 64; // pixels from the edge of the view to a hex that is brought into it, clear of the buttons
const WELL_INSIDE = 0.14; // of the view lie between its edge and a hex that need not be brought into it
const EDGE = 28; // pixels from the edge at which a dragged unit takes the map along
const EDGE_PAN = 9; // pixels a frame
const DOUBLE_TAP_ZOOM = 1.9;

type Callbacks = Pick<BoardProps, "onpick" | "onopened" | "ondragged" | "ongrab" | "onhover" | "onlook">;

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
  /** The view as the player left it, or as a decision needed it. A story or a panel over the map only borrows it. */
  private own: Camera = this.camera;
  private size: Size = { width: 0, height: 0 };
  private page: Size = { width: 0, height: 0 };
  private ratio = 1;
  private sharpness = 0;
  private moving = false;
  private flight: Flight | null = null;
  private requested = 0;
  private lit = false;
  private shown = false;
  private untouched = true; // the player has not moved the map, nor was anything asked yet
  private unseen = false; // the highlights are new, and the page may still make room for them
  private opened: { camera: Camera; number: number } | null = null; // the view with which the board opened, and when
  private left: Camera | null = null; // the view from which the player went to see the whole map
  private rest = ""; // what was told of units elsewhere
  private asked = ""; // the choices that were last looked at
  private following = false; // the camera is where a story is told
  private mayFollow = true; // until the player looks elsewhere meanwhile
  private surroundings = "#ddd3bd";
  private minimap: Minimap | null = null;
  private minimapStale = true;
  private corner: Corner | null = "above"; // where the small map hides nothing that matters
  private fanTimer = 0;
  private pointed = "";
  private dragged: Point | null = null;
  private readonly hexes: Box;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly board: Board,
    private readonly callbacks: () => Callbacks,
    failed: () => void,
    private readonly minimapFits: (corner: Corner | null) => void,
    /** What lies on the map and stays there, in pixels of the view. */
    private readonly covers: () => Box[],
    /** How many of the player's units the view with which the board opened does not show; `whole`: all is shown instead. */
    private readonly elsewhere: (units: number, whole: boolean) => void = () => undefined,
  ) {
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("this browser has no canvas");
    this.ctx = ctx;
    this.scene = new Scene(board);
    this.hexes = hexesOf(board);
    this.picture = new Picture(
      board.map,
      (ground) => paintGround(ground, board, this.scene.grid),
      () => this.pictureChanged(),
    );
    this.picture.load().then(() => this.readNames(), failed);
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

  show(view: View, animate: boolean, tale: Tale | null = null): void {
    this.scene.show(view, animate && !wantsStillness(), performance.now(), tale);
    this.minimapStale = true;
    this.redraw();
  }

  light(highlights: Highlights): void {
    this.scene.light(highlights);
    this.unseen = true;
    this.lit = true;
    this.redraw();
  }

  shade(layers: Layer[]): void {
    this.scene.shade(layers);
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

  /** Shows all that is in play; once more, and the view is as it was before that. */
  fit(): void {
    const back = this.isWhole() ? this.left : null;
    if (!back) this.left = this.own;
    this.fly(back ?? this.whole());
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
    const camera = this.flight?.to ?? this.camera;
    if (at && !this.isWellInside(at, camera)) this.fly(this.around(at, camera));
  }

  /** Puts a point of the drawing in the middle at once: the small map is dragged. */
  lookAt(at: Point, dragging: boolean): void {
    this.setMoving(dragging);
    this.move(centred(this.camera, at, this.size));
  }

  /** How much larger than usual counters are. */
  setCounters(scale: number): void {
    this.scene.grid.counters = scale;
    this.redraw();
  }

  // -- camera -----------------------------------------------------------------------------------

  private inPlay(): Box {
    const { left = 0, top = 0, right, bottom, width, height } = this.board.map;
    return { left, top, right: right || width, bottom: bottom || height };
  }

  private isWellInside(at: Point, camera: Camera): boolean {
    return sees(camera, at, this.size, Math.min(this.size.width, this.size.height) * WELL_INSIDE);
  }

  /** A camera with a point in the middle, or near it where the sheet ends. */
  private around(at: Point, camera: Camera): Camera {
    return onSheet(centred(camera, at, this.size), this.size, this.board.map);
  }

  /** All that is in play, and rather more of the map than of the table beside it. */
  private whole(): Camera {
    return onSheet(fitted(this.inPlay(), this.size), this.size, this.board.map);
  }

  /** The hex that the decision is about: what is attacked, else where the unit in hand stands; no box beside the map. */
  private subject(): Point | null {
    const { selected, target } = this.scene.highlights;
    const hex = target ?? (selected ? this.scene.states.get(selected)?.at : null);
    return (hex && !isBox(this.board, hex) && this.scene.grid.centre(hex)) || null;
  }

  /** What can be chosen on the map; what lies beside it is no reason to look away. */
  private choices(): Point[] {
    const { hexes, target } = this.scene.highlights;
    const places = [...hexes.keys(), ...(target ? [target] : [])].flatMap((hex) => this.scene.grid.centre(hex) ?? []);
    return places.filter((at) => inside(this.hexes, at));
  }

  /** Whether a camera shows what the decision is about, and something that can be chosen. */
  private showsDecision(camera: Camera, size: Size): boolean {
    const [subject, choices] = [this.subject(), this.choices()];
    const inSight = (at: Point) => sees(camera, at, size, 0);
    return (!subject || inSight(subject)) && (!choices.length || choices.some(inSight));
  }

  /** Whether a camera shows what the decision is about with everything that can be chosen. */
  private showsAll(camera: Camera): boolean {
    return [this.subject(), ...this.choices()].every((at) => !at || sees(camera, at, this.size, 0));
  }

  /** A camera that shows the decision, all of it if that fits: shifted no farther than needed, of the same scale. */
  private towardsDecision(camera: Camera): Camera {
    const subject = this.subject();
    const reach = (from: Camera, at: Point) => reaching(from, at, this.size, KEPT_OFF_EDGE);
    const shown = subject ? reach(camera, subject) : camera;
    const all = this.choices().reduce(reach, shown);
    if (this.showsAll(all)) return all;
    const way = (to: Camera) => Math.hypot(to.x - shown.x, to.y - shown.y);
    const [nearest = shown] = this.choices()
      .map((at) => reach(shown, at))
      .sort((one, other) => way(one) - way(other));
    return nearest;
  }

  /** A new decision that is out of sight is brought into the view; the first one is come close to. */
  private lookAtDecision(): void {
    const { hexes, target, selected } = this.scene.highlights;
    const now = `${[...hexes.keys()].join()} ${target} ${selected}`;
    const onMap = this.choices().length > 0 || this.subject() !== null;
    if (!onMap && this.untouched && this.ownUnits().length > 0) this.open(this.opening());
    if (!onMap || now === this.asked || this.scene.drag) return;
    this.asked = now;
    const camera = this.untouched ? this.opening() : (this.flight?.to ?? this.camera);
    const shown = this.showsDecision(camera, this.size) ? camera : this.towardsDecision(camera);
    const wanted = this.offButtons(shown);
    if (this.untouched) this.open(wanted);
    else if (wanted !== camera) this.fly(wanted);
  }

  /** A camera from which no button lies on what can be chosen, if a small shift is enough. */
  private offButtons(camera: Camera): Camera {
    const subject = this.subject();
    const frame = { view: this.size, covers: this.covers(), hexWidth: this.board.map.hex_width };
    const places = subject ? [subject, ...this.choices()] : this.choices();
    return uncovered(camera, places, frame, (to) => bounded(to, this.size, this.limits()));
  }

  private open(camera: Camera): void {
    this.move(camera);
    this.opened = { camera: this.own, number: this.scene.view?.number ?? 0 };
  }

  /** Whether the player has done nothing since the board opened. */
  private isAsOpened(): boolean {
    return this.opened?.camera === this.own && this.opened.number === this.scene.view?.number;
  }

  /**
   * Where the board opens: at the player's own units with what he can choose and the objectives, in the part of the map
   * on which nothing lies; if not all of it can be read at once, without the objectives but on their side; if even that
   * cannot, where most of his units are, those that he can choose before the others.
   */
  private opening(): Camera {
    const [choices, goals] = [this.choices(), this.objectives()];
    const all = different([...this.ownUnits(), ...choices]);
    const subject = this.subject();
    if (!all.length) return this.own;
    const frame = this.frame();
    return (
      this.wholeIfOpen([...all, ...goals], frame) ??
      framed(different([...all, ...goals]), frame) ??
      framed(all, frame, goals.length ? middleOf(goals) : null) ??
      framedMost([...all, ...choices], subject ? [subject] : choices, frame) ??
      this.around(subject ?? middleOf(choices.length ? choices : all), {
        ...this.own,
        scale: frame.least / frame.hexWidth,
      })
    );
  }

  /** All that is in play, if it can be read well and nothing lies on what matters. */
  private wholeIfOpen(places: Point[], frame: Frame): Camera | null {
    const whole = this.whole();
    const large = whole.scale * frame.hexWidth >= READABLE;
    return large && places.every((at) => isOpen(at, whole, frame)) ? whole : null;
  }

  private isWhole(): boolean {
    const [{ x, y, scale }, whole] = [this.own, bounded(this.whole(), this.size, this.limits())];
    return Math.abs(x - whole.x) + Math.abs(y - whole.y) < 1 && Math.abs(scale / whole.scale - 1) < 0.01;
  }

  /** Tells how many own units are out of sight while nobody has moved the map, and when the whole map is seen instead. */
  private tellElsewhere(): void {
    const whole = this.left !== null && this.isWhole();
    const units = this.isAsOpened() ? this.ownUnits().filter((at) => !sees(this.own, at, this.size, 0)).length : 0;
    const now = `${units} ${whole}`;
    if (now === this.rest) return;
    this.rest = now;
    this.elsewhere(units, whole);
  }

  private frame(): Frame {
    const { map } = this.board;
    const least = Math.min(this.size.width, this.size.height) < NARROW ? LEAST_ON_PHONE : LEAST_OPENING;
    return {
      view: this.size,
      sheet: map,
      hexWidth: map.hex_width,
      covers: this.covers(),
      least,
      most: Math.max(READABLE, this.whole().scale * map.hex_width),
    };
  }

  /** The hexes that count for victory. */
  private objectives(): Point[] {
    return this.board.hexes.flatMap(({ id, marks }) =>
      marks.includes("objective") ? (this.scene.grid.centre(id) ?? []) : [],
    );
  }

  /** The scale at which all of some places are in sight. */
  private fitting(places: Point[]): number {
    return places.length ? fitted(boxAround(places, this.board.map.hex_width), this.size).scale : Infinity;
  }

  /** Where the units of whoever sits here stand on the map. */
  private ownUnits(): Point[] {
    const { view, states, pieces, grid } = this.scene;
    return [...states.values()].flatMap(({ id, at }) =>
      pieces.get(id)?.seat === view?.seat && !isBox(this.board, at) ? (grid.centre(at) ?? []) : [],
    );
  }

  /** Go where something is told, close enough for it to be seen, and back when all is told. */
  private lookAtStory(): void {
    const { story } = this.scene.highlights;
    const camera = this.flight?.to ?? this.camera;
    if (!story) {
      if (this.following) this.flyTo(this.own);
      this.following = false;
      this.mayFollow = true;
      return;
    }
    if (!this.mayFollow) return;
    const placesOf = (hexes: (string | null)[]) => hexes.flatMap((hex) => (hex && this.scene.grid.centre(hex)) || []);
    const [places, [first]] = [placesOf([story.from, ...story.to]), placesOf([story.at, ...story.to])];
    const close = camera.scale * this.board.map.hex_width >= LEAST_READABLE;
    if (close && story.way) this.followWay(placesOf(story.way), first, camera);
    else if (close && first && !this.isWellInside(first, camera)) this.follow(this.around(first, camera));
    if (!close && places.length)
      this.follow(this.around(middleOf(places), { ...camera, scale: this.scaleFor(places) }));
  }

  /** Units go a way: all of it should be in sight, and where it ends in any case. */
  private followWay(way: Point[], end: Point | undefined, camera: Camera): void {
    if (!end || [...way, end].every((at) => sees(camera, at, this.size, 0))) return;
    const { left, right, top, bottom } = boxAround([...way, end], this.board.map.hex_width);
    const fits = (right - left) * camera.scale <= this.size.width && (bottom - top) * camera.scale <= this.size.height;
    if (fits) this.follow(this.around(middleOf([...way, end]), camera));
    else if (!this.isWellInside(end, camera)) this.follow(this.around(end, camera));
  }

  private follow(to: Camera): void {
    this.following = true;
    this.flyTo(to);
  }

  /** The scale at which all of some places are in sight, if hexes can be read then, and not larger than that needs. */
  private scaleFor(places: Point[]): number {
    const { hex_width } = this.board.map;
    return Math.min(READABLE / hex_width, Math.max(LEAST_READABLE / hex_width, this.fitting(places)));
  }

  private limits() {
    return limits(this.board.map, this.size, this.board.map.hex_width);
  }

  /** The view is from here on what the player, or his decision, wants to see. */
  private lead(to: Camera): Camera {
    this.own = bounded(to, this.size, this.limits());
    this.untouched = this.following = false;
    this.mayFollow = !this.scene.highlights.story;
    return this.own;
  }

  private move(to: Camera): void {
    this.flight = null;
    this.camera = this.lead(to);
    this.redraw();
  }

  private fly(to: Camera): void {
    this.flyTo(this.lead(to));
  }

  private flyTo(to: Camera): void {
    const target = bounded(to, this.size, this.limits());
    const atOnce = wantsStillness() || !this.shown;
    if (atOnce) this.camera = target;
    this.flight = atOnce ? null : { from: this.camera, to: target, start: performance.now() };
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

  /**
   * What the page takes from the map, or gives back to it, moves nothing, unless the decision would go out of sight. A
   * window of another size keeps the middle of its view.
   */
  private resized(before: Size, camera: Camera): Camera {
    const page = { width: window.innerWidth, height: window.innerHeight };
    const newWindow = page.width !== this.page.width || page.height !== this.page.height;
    this.page = page;
    if (this.untouched) this.own = this.whole();
    else if (this.opened && this.isAsOpened()) this.opened.camera = this.own = this.opening();
    else if (newWindow)
      this.own = this.around(toSheet(this.own, { x: before.width / 2, y: before.height / 2 }), this.own);
    if (this.following) return camera;
    const lost = this.showsDecision(camera, before) && !this.showsDecision(this.own, this.size);
    return lost ? this.towardsDecision(this.own) : this.own;
  }

  /** The canvas gets the size of its place on the page; answers whether that has changed. */
  private fillPlace(): boolean {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = Math.min(MOST_PIXELS, window.devicePixelRatio || 1);
    const before = this.size;
    const same = width === before.width && height === before.height && ratio === this.ratio;
    if (!width || !height || same) return false;
    this.size = { width, height };
    this.ratio = ratio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const camera = this.resized(before, this.flight?.to ?? this.camera);
    this.flight = null;
    this.camera = bounded(camera, this.size, this.limits());
    return true;
  }

  /** A canvas is empty after a change of size; without a frame at once it would flicker. */
  private resize(): void {
    if (this.fillPlace()) this.draw(performance.now());
  }

  // -- drawing ----------------------------------------------------------------------------------

  private redraw(): void {
    this.requested ||= requestAnimationFrame((now) => {
      this.requested = 0;
      this.draw(now);
    });
  }

  private draw(now: number): void {
    this.fillPlace();
    if (!this.size.width) return;
    this.lookAround();
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
    if (!busy) this.tellElsewhere();
    this.measure();
    if (this.flight || this.scene.gliding.length) this.redraw();
  }

  /** Once the page has its new shape: what is told, and what is asked. */
  private lookAround(): void {
    if (!this.unseen) return;
    this.unseen = false;
    this.lookAtStory();
    this.lookAtDecision();
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
    const own = this.isAsOpened() ? this.ownUnits() : [];
    const points = [...matters.flatMap((hex) => (hex && this.scene.grid.centre(hex)) || []), ...own];
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

  /** What is printed on the map is not written over; until it is known, or if it cannot be read, the board does without. */
  private async readNames(): Promise<void> {
    this.scene.name(await namesAt(this.board.map.picture).catch(() => []));
    this.redraw();
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
    const look = `${x} ${y} ${scale}`;
    if (this.canvas.dataset["camera"] !== look) this.callbacks().onlook?.(this.camera);
    this.canvas.dataset["camera"] = look;
    this.canvas.dataset["traces"] = String(this.scene.traces?.count ?? 0);
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
    const { units, still, selected } = this.scene.highlights;
    return unit !== null && !still?.has(unit) && (units.has(unit) || selected === unit) ? unit : null;
  }

  private pick(at: Point, byTouch: boolean): void {
    const { hex, unit } = this.hitAt(at);
    if (hex !== null && unit !== null && this.opensFirst(hex, byTouch) && this.openFan(hex)) {
      this.callbacks().onopened?.(hex);
      return;
    }
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
    this.camera = this.lead(panned(this.camera, dx, dy));
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

  /** What a finger rested on is looked at no more; a stack that it opened stays open. */
  lookAway(): void {
    clearTimeout(this.fanTimer);
    if (this.scene.hover === null && this.pointed === "null null") return;
    this.scene.hover = null;
    this.pointed = "null null";
    this.redraw();
    this.callbacks().onhover({ hex: null, unit: null, x: 0, y: 0 });
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

/** Each place once. */
function different(points: Point[]): Point[] {
  return [...new Map(points.map((point) => [`${point.x} ${point.y}`, point])).values()];
}
