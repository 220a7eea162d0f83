import { defineErrors } from '#api/shared/app-error.ts'

export const realtimeErrors = defineErrors({
  // 403 even without a session: a 401 would log the browser out (product.md §12.7).
  'realtime.access_denied': { status: 403, title: 'You don’t have access to this channel' },
})
