import type { WireHold } from '@terrace/contracts/holds'

export const isReleasing = ({ releasing }: WireHold): boolean => releasing !== undefined

/** Whether nothing of the hold will remain. */
export const isFullyReleasing = ({ releasing, quantity }: WireHold): boolean =>
  releasing?.quantity === quantity

/** 'Releasing…', or 'Releasing 2…' when a part remains held. */
export function releasingText(hold: WireHold): string {
  return isFullyReleasing(hold) ? 'Releasing…' : `Releasing ${hold.releasing?.quantity}…`
}
