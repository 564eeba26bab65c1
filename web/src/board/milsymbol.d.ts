// The parts of milsymbol that are used one by one; its own entry brings every symbol of every standard with it.
declare module "*/milsymbol/src/milsymbol.js" {
  interface IconPart {
    type: "path";
    d: string;
    fill: string | false;
    stroke: string | undefined;
  }
  interface Colours {
    black: Record<string, string>;
  }
  interface IconSet {
    type: "letter";
    getMetadata: unknown;
    getIcons: unknown;
    iconParts: ((parts: Record<string, IconPart>, metadata: { affiliation: string }, colours: Colours) => void)[];
    icons: (codes: Record<string, (IconPart | undefined)[]>, boxes: unknown, parts: Record<string, IconPart>) => void;
  }
  interface NatoSymbol {
    asCanvas(ratio?: number): HTMLCanvasElement;
    /** The middle of the frame; the anchor of a headquarters is the foot of its staff. */
    getOctagonAnchor(): { x: number; y: number };
  }
  export const ms: {
    addIcons(icons: IconSet): void;
    Symbol: new (code: string, options: Record<string, string | number | boolean>) => NatoSymbol;
  };
}

declare module "*/milsymbol/src/lettersidc/metadata.js" {
  export const metadata: unknown;
}

declare module "*/milsymbol/src/lettersidc/geticons.js" {
  export const geticons: unknown;
}
