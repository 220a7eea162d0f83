import { SavedPeople } from '#web/features/saved-people/saved-people.tsx'
import { TeamMembers } from '#web/features/teams/team-members.tsx'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import type { ProfileAddress } from './address.ts'

const Activity = lazyPage<{ address: ProfileAddress }>(() => import('./team-activity.tsx'))

const Selling = lazyPage(() => import('./team-selling.tsx'))

export default function ProfileTeam({ address }: { address: ProfileAddress }) {
  if (address.show === 'activity') return <Activity address={address} />
  if (address.show === 'selling') return <Selling />
  return (
    <div className="space-y-8">
      <TeamMembers />
      <SavedPeople />
    </div>
  )
}
