/** Of both parts of the bar: side by side where there is room, else one below the other. */
export const laneClass =
  'flex min-w-0 flex-auto items-center gap-x-5 px-4 py-3 max-xl:basis-full max-sm:gap-x-3 sm:px-7 lg:h-19'
