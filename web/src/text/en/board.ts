export const board = {
  label: (title: string) => `Map of ${title}. The text board below tells each hex and unit in words.`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show the whole battlefield",
  /** Own units that the view does not show when the board opens. */
  rest: (units: number) => `${units} more of your units: see all`,
  back: "Back to where you were",
  turn: "Turn the map the other way up",
  showMinimap: "Show the small map",
  hideMinimap: "Hide the small map",
  minimap: "Small map: click or drag to move the view",
  noPicture: "The drawing of the map could not be loaded.",
  counter: (title: string, size: string, kind: string, values: string, notes: string[]) =>
    [`${title}: ${[kind, size].filter(Boolean).join(" ")}`, values, ...notes].filter(Boolean).join(", "),
  reduced: "reduced",
  key: {
    symbol: "Symbol",
    back: "Back",
    without: (value: string) => `no ${value}`,
    weaker: (values: string) => (values ? `its weaker side: ${values}` : "its weaker side"),
  },
};
