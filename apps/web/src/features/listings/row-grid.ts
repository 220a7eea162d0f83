/**
 * The columns that head and rows share. Below 50 rem of the list's own width a row has two lines, and below 42 rem Hold
 * stands below the price; below 33 rem it is a card: place and price on top, delivery and notes below, quantity and Hold
 * at the foot, where the thumb is.
 */
export const rowGrid =
  "grid items-center gap-x-3 gap-y-1.5 grid-cols-[auto_1fr_auto] [grid-template-areas:'place_place_price''delivery_notes_price''quantity_quantity_action'] " +
  "@min-[33rem]:gap-y-1 @min-[33rem]:grid-cols-[auto_1fr_7.75rem_8.25rem] @min-[33rem]:[grid-template-areas:'place_place_quantity_price''delivery_notes_quantity_action'] " +
  "@min-[42rem]:gap-y-0.5 @min-[42rem]:grid-cols-[auto_1fr_7.75rem_5.25rem_8.25rem] @min-[42rem]:[grid-template-areas:'place_place_quantity_price_action''delivery_notes_quantity_price_action'] " +
  '@min-[50rem]:gap-x-1.5 @min-[50rem]:gap-y-0 @min-[50rem]:grid-cols-[minmax(6.75rem,1.32fr)_minmax(3.5rem,0.8fr)_7.75rem_minmax(8.25rem,1.15fr)_3.75rem_5.25rem_8.25rem] ' +
  "@min-[50rem]:[grid-template-areas:'place_seats_quantity_delivery_notes_price_action']"
