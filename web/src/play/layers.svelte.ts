import { api } from "../api/client";
import type { Overlay, OverlayKind } from "../api/types";
import { whereIs } from "./choices";
import type { Table } from "./game.svelte";
import type { Scenery } from "./steps";

/** The layer that shades the map on demand, and those that belong to what is played out. */
export class Layers {
  shown = $state.raw<Overlay | null>(null);
  asked = $state.raw<{ kind: string; unit: string | null } | null>(null);
  private readonly ofStories: Record<string, Promise<Overlay | null>> = {};

  constructor(private readonly table: Table) {}

  async show(kind: string | null, unit: string | null = null): Promise<void> {
    this.asked = kind === null ? null : { kind, unit };
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const [asked, { id, seat }] = [this.asked, this.table];
    if (!asked) return this.putAway();
    await this.table.trying(async () => {
      const overlay = await api.overlay(id, seat, asked.kind, asked.unit ?? undefined);
      if (asked === this.asked && seat === this.table.seat) this.shown = overlay;
    });
  }

  putAway(): void {
    this.asked = null;
    this.shown = null;
  }

  /** The kind of layer that can be asked of a hex because of what is printed there, such as a position. */
  of(hex: string): OverlayKind | null {
    const marks = this.table.hexes.get(hex)?.marks ?? [];
    const kinds = this.table.board?.overlays ?? [];
    return kinds.find(({ needs }) => needs && marks.some((mark) => mark.endsWith(` ${needs}`))) ?? null;
  }

  /** The kind of layer that can be asked of a unit because of its kind, such as a headquarters. */
  ofUnit(unit: string): OverlayKind | null {
    const kind = this.table.pieces.get(unit)?.kind;
    return this.table.board?.overlays.find(({ needs }) => needs && needs === kind) ?? null;
  }

  /** The layer of the place from which something comes; null if it has none. */
  ofStory({ from, units }: Scenery): Promise<Overlay | null> | null {
    const { id, seat, playback } = this.table;
    const kind = from ? this.of(from) : null;
    if (!kind || !from || !playback) return null;
    // It is of use where somebody may be hit, and not where the place itself is.
    if (units.some((unit) => whereIs(playback.view, unit) === from)) return null;
    const key = `${playback.after.number} ${from}`;
    return (this.ofStories[key] ??= api.overlay(id, seat, kind.id, from).catch((): null => null));
  }
}
