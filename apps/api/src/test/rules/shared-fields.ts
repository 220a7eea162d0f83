/** Fields that look like ids but belong to the marketplace or grant nothing by themselves. */
export const sharedFields = new Set([
  'event_id',
  'event_ids',
  'venue_id',
  'category_id',
  'performer_id',
  'type_id',
  'team_id[]',
  'broker_id[]',
  'list_id',
  'listing_id',
  'listing_id[]',
  'package_id',
  // Bound to the browser that signed: sign-up.test.ts.
  'docusign_envelope_id',
])
