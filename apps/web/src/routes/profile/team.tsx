import { SavedPeople } from '#web/features/saved-people/saved-people.tsx'
import { TeamMembers } from '#web/features/teams/team-members.tsx'

export default function ProfileTeam() {
  return (
    <div className="space-y-8">
      <TeamMembers />
      <SavedPeople />
    </div>
  )
}
