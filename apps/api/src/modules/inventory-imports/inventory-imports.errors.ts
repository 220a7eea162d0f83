import { defineErrors } from '#api/shared/app-error.ts'

export const apiKeyErrors = defineErrors({
  'api_key.invalid': { status: 401, title: 'The API key is missing or unknown. Send it as a bearer token' },
  'api_key.not_found': { status: 404, title: 'API key not found' },
  'api_key.too_many': {
    status: 409,
    title: 'Your team has 20 active keys. Revoke one that you no longer use',
  },
})

export const inventoryImportErrors = defineErrors({
  'inventory_profile.not_found': { status: 404, title: 'Profile not found' },
  'inventory_profile.name_taken': { status: 409, title: 'Another profile of your team has this name' },
  'inventory_profile.changed': {
    status: 409,
    title: 'This profile has changed since. Load it again and repeat your change',
  },
  'inventory_profile.too_many': {
    status: 409,
    title: 'Your team has 50 profiles. Remove one that you no longer use',
  },
  'inventory_import.not_found': { status: 404, title: 'Import not found' },
  'inventory_import.file_too_large': {
    status: 413,
    title: 'The file is larger than 200 MB. Split it and import the parts by id',
  },
  'inventory_import.file_unreadable': { status: 422, title: 'The file cannot be read' },
  'inventory_import.file_empty': { status: 422, title: 'file: is empty' },
  'inventory_import.wrong_state': {
    status: 409,
    title: 'The import is no longer at this step. Load it again',
  },
  'inventory_import.busy': {
    status: 409,
    title: 'Another import of your team is being applied. Try again when it has finished',
  },
  'inventory_import.preview_outdated': {
    status: 409,
    title:
      'Another file was applied since this preview. The preview is being made again: check it and apply then',
  },
  'inventory_import.withdrawals_unconfirmed': {
    status: 409,
    title: 'This file withdraws many listings. Confirm their number, or keep them on sale',
  },
  'inventory_import.withdrawals_count': {
    status: 422,
    title: 'count: must be the exact number of listings that this file withdraws',
  },
  'inventory_import.event_not_found': { status: 404, title: 'The file names no such event' },
  'inventory_import.event_known': { status: 409, title: 'The event of these rows is known already' },
  'inventory_import.too_many_requests': {
    status: 409,
    title: 'Your team has 500 open requests for events. Wait until some are answered',
  },
  'inventory_import.too_many_names': {
    status: 409,
    title:
      'Your team has 20,000 names of events, as many as are remembered. Choose the event of this one again each time',
  },
  'inventory_import.storage_full': {
    status: 429,
    title: 'Your team stores 5 GB of files. The oldest are deleted within an hour; send this one again then',
  },
  'inventory_import.too_many_waiting': {
    status: 429,
    title: 'Your team has 100 files, or 1 GB, that wait to be read or decided. Try again when some have been',
  },
  'inventory_import.undo_expired': {
    status: 409,
    title: 'An import can be undone for 24 hours, or until newer files of your team take 4 GB',
  },
  'inventory_import.file_deleted': {
    status: 410,
    title: 'The file of this import was deleted after 30 days',
  },
})
