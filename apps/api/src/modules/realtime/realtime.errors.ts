import { defineErrors } from '../../shared/app-error.ts'

export const realtimeErrors = defineErrors({
  // Also for a missing session: a 401 would sign the browser out (product.md §12).
  'realtime.refused': { status: 403, title: 'You may not listen to this channel' },
})
