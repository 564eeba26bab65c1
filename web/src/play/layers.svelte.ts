import { api, ServerError } from "../api/client";
import type { Overlay, OverlayKind } from "../api/types";
import { tonesOf } from "../board/colours";
import type { Layer } from "../board/contract";
import { whereIs } from "./choices";
import type { Table } from "./game.svelte";
import type { Scenery } from "./steps";
import { inNames } from "./units_in";

/** A layer that was asked for: about a unit, a position or a colour if it needs one. */
export interface Asked {
  kind: string;
  unit: string | null;
  /** It keeps its tone as long as it is about the same side, whatever else comes and goes. */
  tone: number | null;
}

function unlessRefused(error: unknown): null {
  if (error instanceof ServerError && error.status < 500) return null;
  throw error;
}

/** The layers that lie on the map on demand, and those that belong to what is played out. */
export class Layers {
  shown = $state.raw<Layer[]>([]);
  asked = $state.raw<Asked[]>([]);
  private selected: string | null = null;
  private readonly ofStories: Record<string, Promise<Overlay | null>> = {};

  constructor(private readonly table: Table) {}

  isAsked(kind: string, unit?: string | null): boolean {
    return this.asked.some((one) => one.kind === kind && (unit === undefined || one.unit === unit));
  }

  about(kind: string): string | null {
    return this.asked.find((one) => one.kind === kind)?.unit ?? null;
  }

  /** What a kind of layer shows now. */
  of(kind: string): Layer | undefined {
    return this.shown.find(({ overlay }) => overlay.kind === kind);
  }

  /** Lays a layer on the map, or lets one that lies there be about something else. */
  async show(kind: string, unit: string | null = null): Promise<void> {
    const before = this.asked.find((one) => one.kind === kind);
    const about = unit ?? (this.kind(kind)?.follows ? this.selected : null);
    const next = { kind, unit: about, tone: before?.tone ?? null };
    this.asked = before ? this.asked.map((one) => (one === before ? next : one)) : [...this.asked, next];
    await this.refresh();
  }

  takeOff(kind: string): void {
    this.asked = this.asked.filter((one) => one.kind !== kind);
    this.shown = this.shown.filter(({ overlay }) => overlay.kind !== kind);
  }

  async toggle(kind: string, unit: string | null = null): Promise<void> {
    if (this.isAsked(kind) && (unit === null || this.isAsked(kind, unit))) this.takeOff(kind);
    else await this.show(kind, unit);
  }

  /** Layers that go with the selected unit are about this one from now on. */
  async follow(unit: string | null): Promise<void> {
    if (unit === null || unit === this.selected) return;
    this.selected = unit;
    if (!this.asked.some((one) => this.kind(one.kind)?.follows && one.unit !== unit)) return;
    this.asked = this.asked.map((one) => (this.kind(one.kind)?.follows ? { ...one, unit } : one));
    await this.refresh(true);
  }

  /** Ask anew; whoever only looks at something else is not told that it has no such layer. */
  async refresh(silent = false): Promise<void> {
    const [asked, { id, seat }] = [this.asked, this.table];
    const wanted = asked.filter(({ kind, unit }) => unit !== null || !this.kind(kind)?.needs);
    if (!wanted.length) {
      this.shown = [];
      return;
    }
    await this.table.trying(async () => {
      const found = await Promise.all(
        wanted.map(async ({ kind, unit }) => {
          const asking = api.overlay(id, seat, kind, unit ?? undefined);
          return { kind, unit, overlay: await (silent ? asking.catch(unlessRefused) : asking) };
        }),
      );
      if (asked !== this.asked || seat !== this.table.seat) return;
      for (const { kind, unit, overlay } of found) if (overlay) this.tint(kind, this.sideOf(overlay, unit));
      this.shown = found.flatMap(({ kind, overlay }) => (overlay ? [{ overlay, tone: this.toneOf(kind) ?? 0 }] : []));
    });
  }

  putAway(): void {
    this.asked = [];
    this.shown = [];
    this.selected = null;
  }

  /** What a layer is called, with the name of the unit that it is about. */
  titleOf(overlay: Overlay): string {
    const about = this.about(overlay.kind);
    return inNames(overlay.title, this.table.pieces, about ? [about] : []);
  }

  /** What the layers say of a hex. */
  textsAt(hex: string): { title: string; text: string }[] {
    const { pieces } = this.table;
    return this.shown.flatMap(({ overlay }) => {
      const text = overlay.shades.find((shade) => shade.hex === hex)?.text;
      return text ? [{ title: this.titleOf(overlay), text: inNames(text, pieces) }] : [];
    });
  }

  /** The kind of layer that can be asked of a hex because of what is printed there, such as a position. */
  ofHex(hex: string): OverlayKind | null {
    const marks = this.table.hexes.get(hex)?.marks ?? [];
    const kinds = this.table.board?.overlays ?? [];
    return kinds.find(({ needs }) => needs && marks.some((mark) => mark.endsWith(` ${needs}`))) ?? null;
  }

  /** The kind of layer that can be asked of a unit because of its kind, such as a headquarters. */
  ofUnit(unit: string): OverlayKind | null {
    const kind = this.table.pieces.get(unit)?.kind;
    return this.table.board?.overlays.find(({ needs }) => needs && needs === kind) ?? null;
  }

  /** The kinds of layers that go with whichever unit is selected. */
  get following(): OverlayKind[] {
    return this.table.board?.overlays.filter(({ follows }) => follows) ?? [];
  }

  /** The layer of the place from which something comes; null if it has none. */
  ofStory({ from, units }: Scenery): Promise<Overlay | null> | null {
    const { id, seat, playback } = this.table;
    const kind = from ? this.ofHex(from) : null;
    if (!kind || !from || !playback) return null;
    // It is of use where somebody may be hit, and not where the place itself is.
    if (units.some((unit) => whereIs(playback.view, unit) === from)) return null;
    const key = `${playback.after.number} ${from}`;
    return (this.ofStories[key] ??= api.overlay(id, seat, kind.id, from).catch((): null => null));
  }

  private kind(id: string): OverlayKind | undefined {
    return this.table.board?.overlays.find((kind) => kind.id === id);
  }

  private toneOf(kind: string): number | null {
    return this.asked.find((one) => one.kind === kind)?.tone ?? null;
  }

  /** Gives a layer a tone of the side that it is about, one that no other has if there is one. */
  private tint(kind: string, side: number | null): void {
    const [own, tones] = [this.toneOf(kind), tonesOf(side)];
    if (own !== null && tones.includes(own)) return;
    const taken = this.asked.map(({ tone }) => tone);
    const tone = tones.find((one) => !taken.includes(one)) ?? tones[0] ?? 0;
    this.asked = this.asked.map((one) => (one.kind === kind ? { ...one, tone } : one));
  }

  /** The number of the side that a layer is about: whose its hexes and lines are, else whom its name or its unit says. */
  private sideOf(overlay: Overlay, unit: string | null): number | null {
    const seats = this.table.board?.seats ?? [];
    const numberOf = (side: string | undefined) => (side === undefined ? null : Number(side !== seats[0]?.side));
    const sideOfSeat = (seat: string | undefined) => seats.find(({ id, side }) => id === seat || side === seat)?.side;
    const shown = [...overlay.shades, ...(overlay.lines ?? [])].flatMap(({ seat }) => sideOfSeat(seat) ?? []);
    const [first] = shown;
    if (first !== undefined) return shown.every((side) => side === first) ? numberOf(first) : null;
    const named = seats.find(({ id, side }) => [id, side].some((one) => overlay.kind.endsWith(`-${one}`)));
    return numberOf(named?.side ?? (unit ? sideOfSeat(this.table.pieces.get(unit)?.seat) : undefined));
  }
}
