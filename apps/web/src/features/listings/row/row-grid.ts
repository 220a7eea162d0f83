/**
 * Grid shared by header and rows. Below 54rem of list width a row has two lines; below 42rem Hold moves below the
 * price; below 33rem the row is a card with its actions at the bottom.
 */
export const rowGrid =
  "grid items-center gap-x-3 gap-y-0.5 grid-cols-[1fr_auto_auto] [grid-template-areas:'place_place_price''delivery_notes_price''quantity_action_action'] " +
  "@min-[33rem]:gap-y-1 @min-[33rem]:grid-cols-[auto_1fr_7.75rem_8.25rem] @min-[33rem]:[grid-template-areas:'place_place_quantity_price''delivery_notes_quantity_action'] " +
  "@min-[42rem]:gap-y-0.5 @min-[42rem]:grid-cols-[auto_1fr_7.75rem_6.25rem_8.25rem] @min-[42rem]:[grid-template-areas:'place_place_quantity_price_action''delivery_notes_quantity_price_action'] " +
  '@min-[54rem]:gap-x-1.5 @min-[54rem]:gap-y-0 @min-[54rem]:grid-cols-[minmax(6.25rem,1.32fr)_minmax(3.5rem,0.8fr)_7.75rem_minmax(8.25rem,1.15fr)_3.75rem_6.25rem_5rem_8.25rem] ' +
  "@min-[54rem]:[grid-template-areas:'place_seats_quantity_delivery_notes_price_total_action']"

/** Height of a compact row in pixels, with its border. */
export const compactRowHeight = 34
