/** Below the header, which moves down while the offline notice is shown. */
export const toastPlaceClass =
  'pointer-events-none fixed inset-x-4 top-18 z-50 flex flex-col items-end gap-2 rounded [[data-notice]_&]:top-27 max-sm:[[data-notice]_&]:top-32'
