/** Scroll the panel around an element, and nothing else, so that the element is at its top. */
export function reveal(element: HTMLElement): void {
  const panel = element.closest("[role=tabpanel]");
  if (panel) panel.scrollTop += element.getBoundingClientRect().top - panel.getBoundingClientRect().top;
}
