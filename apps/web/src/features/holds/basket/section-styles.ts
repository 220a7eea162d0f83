/**
 * Layout of both sections: side by side when there is room, otherwise stacked. On phones, the actions take a
 * full-width row of their own.
 */
export const sectionClass =
  'flex min-w-0 flex-auto items-center gap-x-5 px-4 py-3 max-xl:basis-full max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-1.5 sm:px-7 lg:h-19'

export const sectionAsideClass = 'flex max-sm:-mr-3 max-sm:*:px-3'

/** Main actions; the last one is primary. */
export const sectionActionsClass =
  'flex items-center gap-x-5 max-sm:basis-full max-sm:gap-x-3 max-sm:*:h-11 max-sm:*:flex-1 max-sm:*:last:flex-2'
