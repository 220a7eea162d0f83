/** Most characters of a compact row are narrower. */
const characterWidth = 7

/**
 * Whether a text of a compact row certainly fits into this width in pixels. Cutting off a text costs a layer to clip it
 * in every frame, so only longer texts are cut off.
 */
export function fitsInto(text: string, width: number): boolean {
  return text.length * characterWidth <= width
}
