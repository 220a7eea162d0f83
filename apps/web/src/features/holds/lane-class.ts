/**
 * Of both parts of the bar: side by side where there is room, else one below the other. On a phone each has its actions in a
 * line of their own, across the whole width, at the thumb.
 */
export const laneClass =
  'flex min-w-0 flex-auto items-center gap-x-5 px-4 py-3 max-xl:basis-full max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1 max-sm:pt-1.5 sm:px-7 lg:h-19'

/** What is done now and then, beside what the lane says. */
export const laneAsideClass = 'flex max-sm:-mr-3 max-sm:*:px-3'

/** The ways on; the last is the main one. */
export const laneActionsClass =
  'flex items-center gap-x-5 max-sm:basis-full max-sm:gap-x-3 max-sm:*:h-11 max-sm:*:flex-1 max-sm:*:last:flex-2'
