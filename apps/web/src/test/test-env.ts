import { setEnv } from '#web/lib/env.ts'

/** A configuration with two hosts, so that calls to the wrong host are noticed. */
export const testEnv = {
  product: 'trade',
  brand: 'Terrace',
  api_base: 'https://api.example/api',
  ticket_api_base: 'https://tickets.example/api',
  dev: false,
  payments: { gateway: 'sandbox', card_frame_url: '/sandbox/card-frame' },
  hold_minutes: 30,
  support_phone: '+44 20 7946 0100',
  site_origins: [],
  realtime: { key: 'test-key' },
  search: {
    provider: 'embedded',
    app_id: 'EMBEDDED',
    api_key: 'test-search-key',
    exchanges: [],
    personalization_region: 'eu',
  },
} as const

export function useTestEnv(): void {
  setEnv(testEnv)
}
