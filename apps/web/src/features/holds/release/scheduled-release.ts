import type { WireHold } from '@terrace/contracts/holds'

/** Whether the server will release tickets of the hold within seconds. Until then any member can undo it. */
export const isReleaseScheduled = ({ releasing }: WireHold): boolean => releasing !== undefined

/** Whether tickets of the hold can be released: it is not being paid for, and no release is scheduled. */
export const canRelease = (hold: WireHold): boolean => hold.state === 'active' && !isReleaseScheduled(hold)

/** Whether the scheduled release covers the whole hold. */
export const isFullReleaseScheduled = ({ releasing, quantity }: WireHold): boolean =>
  releasing?.quantity === quantity

/** 'Releasing…', or 'Releasing 2…' when a part remains held. */
export function releasingText(hold: WireHold): string {
  return isFullReleaseScheduled(hold) ? 'Releasing…' : `Releasing ${hold.releasing?.quantity}…`
}
