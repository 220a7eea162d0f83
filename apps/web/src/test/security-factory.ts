import type { WireSecurity } from '@terrace/contracts/security'

/** An account without a second factor. */
export function wireSecurity(overrides: Partial<WireSecurity> = {}): WireSecurity {
  return {
    passkeys: [],
    authenticator_app: null,
    recovery_codes_left: 0,
    required: null,
    methods: ['password'],
    ...overrides,
  }
}
