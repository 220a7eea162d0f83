/**
 * Layout of both sections: side by side when there is room, otherwise stacked. On phones, the actions take a
 * full-width row of their own.
 */
export const sectionClass =
  'flex min-w-0 flex-auto items-center gap-x-5 px-4 py-1.5 max-xl:basis-full max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1 sm:px-5 lg:h-14 lg:only:h-11'

/** One line when a section is alone on a wide screen, otherwise two. */
export const sectionTextClass =
  'tabular min-w-0 flex-1 text-sm lg:[:only-child>&]:flex lg:[:only-child>&]:items-baseline lg:[:only-child>&]:gap-x-4'

export const sectionAsideClass = 'flex max-sm:-mr-3 max-sm:*:px-3'

/** Main actions; the last one is primary. */
export const sectionActionsClass =
  'flex items-center gap-x-3 max-sm:basis-full max-sm:gap-x-3 max-sm:*:h-11 max-sm:*:flex-1 max-sm:*:last:flex-2'
