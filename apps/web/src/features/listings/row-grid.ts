/**
 * The columns that head and rows share. Below 44 rem of the list's own width a row has two lines; below 33 rem it is a
 * card: place and price on top, delivery and notes below, quantity and Hold at the foot, where the thumb is.
 */
export const rowGrid =
  "grid items-center gap-x-3 gap-y-1.5 grid-cols-[auto_1fr_auto] [grid-template-areas:'place_place_price''delivery_notes_price''quantity_quantity_action'] " +
  "@min-[33rem]:gap-y-0.5 @min-[33rem]:grid-cols-[auto_1fr_8.25rem_5.25rem_4.25rem] @min-[33rem]:[grid-template-areas:'place_place_quantity_price_action''delivery_notes_quantity_price_action'] " +
  '@min-[44rem]:gap-x-3 @min-[44rem]:gap-y-0 @min-[44rem]:grid-cols-[minmax(7rem,1.3fr)_minmax(6.25rem,1fr)_7.75rem_9rem_3.25rem_5.25rem_4.25rem] ' +
  "@min-[44rem]:[grid-template-areas:'place_seats_quantity_delivery_notes_price_action']"
