/** Of the bar, by which it is found. */
export const basketBarId = 'basket-bar'

/** How much of the foot of the screen the bar covers now. */
export function basketHeight(): number {
  return document.getElementById(basketBarId)?.offsetHeight ?? 0
}
