const SLACK = 2; // pixels that nobody would miss

/**
 * Mark an element that scrolls as long as something of it lies below what is seen, the styles fade it out
 * there, and whether it scrolls at all.
 */
export function tellsMore(element: HTMLElement): () => void {
  const look = () => {
    const rest = element.scrollHeight - element.clientHeight - element.scrollTop;
    element.toggleAttribute("data-more-below", rest > SLACK);
    element.toggleAttribute("data-scrolls", element.scrollHeight - element.clientHeight > SLACK);
  };
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(element);
  content.observe(element, { childList: true, subtree: true, characterData: true });
  element.addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    size.disconnect();
    content.disconnect();
    element.removeEventListener("scroll", look);
  };
}
