import { Button } from '#web/ui/controls/button.tsx'
import { AlertTriangleIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import type { InvitationDetails } from './invitation.ts'
import { JoinForm } from './join-form.tsx'

interface JoinTeamProps {
  token: string
  invitation: InvitationDetails
  /** Name of the logged-in user; `null` when logged out. */
  loggedInAs: string | null
  onLogOut: () => void
  onDone: () => void
}

/** The invited person's options: join, log out first, or the reason why joining is impossible. */
export function JoinTeam({ token, invitation, loggedInAs, onLogOut, onDone }: JoinTeamProps) {
  const { email, account, team, invited_by: by } = invitation
  if (account !== 'none') {
    return (
      <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
        {account === 'this_team'
          ? `${email} is already in the team ${team}. Log in with that account’s username and password.`
          : `${email} already has an account with another team, and an account can belong to only one team. Ask ${by} to invite a different address, or ask an owner of your current team to remove you first.`}
      </Notice>
    )
  }
  if (loggedInAs !== null) {
    return (
      <div className="space-y-5">
        <Notice tone="signal" icon={<AlertTriangleIcon aria-hidden />}>
          {`You’re logged in as ${loggedInAs}. Joining creates a separate account for ${email}.`}
        </Notice>
        <Button tone="primary" size="lg" isFullWidth onPress={onLogOut}>
          Log out and continue
        </Button>
      </div>
    )
  }
  return <JoinForm token={token} email={email} onDone={onDone} />
}
