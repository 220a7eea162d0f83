import type { WireClient } from '@terrace/contracts/clients'

export function wireClient(overrides: Partial<WireClient> = {}): WireClient {
  return {
    id: 'clt_1',
    name: 'Ada Lovelace',
    company: 'Analytical Travel',
    email: 'ada@example.test',
    phone: '+44 20 7946 0123',
    language: 'de',
    currency: 'EUR',
    commission_method: 'percentage',
    commission_amount: '10.00',
    notes: '',
    version: 3,
    created_at: '2031-02-01T12:00:00.000Z',
    updated_at: '2031-02-01T12:00:00.000Z',
    last_used_at: '2031-02-01T12:00:00.000Z',
    is_unused: false,
    ...overrides,
  }
}
