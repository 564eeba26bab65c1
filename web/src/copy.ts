// Copying and sharing, as far as the browser lets us.
import { text } from "./text";
import { tell } from "./toasts";

export async function copy(what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(what);
    tell(text.shared.copied);
  } catch {
    tell(text.shared.notCopied);
  }
}

export const canShare = (): boolean => "share" in navigator;

export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // The user thought better of it.
  }
}
