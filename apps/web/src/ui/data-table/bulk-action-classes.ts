/** Class names of a button or link in the bar of selected rows. */
export const bulkActionClass =
  'inline-flex h-8 max-sm:h-10 items-center gap-2 rounded border border-[#ffffff40] px-3 text-xs font-semibold text-[#ffffff] hover:border-[#ffffff99] disabled:opacity-45 [&_svg]:size-4'

/** The bar's one primary action. */
export const bulkPrimaryClass =
  'inline-flex h-8 max-sm:h-10 items-center gap-2 rounded bg-[#3ccf9a] px-3 text-xs font-semibold text-[#04231a] hover:bg-[#5adbad] disabled:opacity-45 [&_svg]:size-4'
