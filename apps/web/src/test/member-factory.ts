import type { WireMember } from '@terrace/contracts/teams'

/** The user as an owner of the team; tests set only relevant fields. */
export function wireMember(overrides: Partial<WireMember> = {}): WireMember {
  return {
    id: 'usr_jane',
    firstname: 'Jane',
    lastname: 'Miller',
    username: 'jane',
    email: 'jane@harbour.example',
    role: 'owner',
    status: 'active',
    permissions: [],
    has_second_factor: false,
    is_me: true,
    joined_at: '2031-02-01T12:00:00.000Z',
    ...overrides,
  }
}

/** A colleague who is a member. */
export function wireColleague(overrides: Partial<WireMember> = {}): WireMember {
  return wireMember({
    id: 'usr_pat',
    firstname: 'Pat',
    lastname: 'Guest',
    username: 'pat-guest',
    email: 'pat@guest.example',
    role: 'member',
    is_me: false,
    ...overrides,
  })
}
