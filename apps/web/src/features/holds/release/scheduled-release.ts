import type { WireHold } from '@terrace/contracts/holds'

/** Whether the server will release tickets of the hold within seconds. Until then any member can undo it. */
export const isReleaseScheduled = ({ releasing }: WireHold): boolean => releasing !== undefined

/** Whether the scheduled release covers the whole hold. */
export const isFullReleaseScheduled = ({ releasing, quantity }: WireHold): boolean =>
  releasing?.quantity === quantity

/** 'Releasing…', or 'Releasing 2…' when a part remains held. */
export function releasingText(hold: WireHold): string {
  return isFullReleaseScheduled(hold) ? 'Releasing…' : `Releasing ${hold.releasing?.quantity}…`
}
