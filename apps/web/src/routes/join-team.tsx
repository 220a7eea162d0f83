import { accountsRoutes } from '@terrace/contracts/accounts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthPage } from '#web/features/accounts/login/auth-page.tsx'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { userName } from '#web/features/accounts/user-name.ts'
import { useInvitation } from '#web/features/teams/invitation.ts'
import { JoinTeam } from '#web/features/teams/join-team.tsx'
import { roleNames } from '#web/features/teams/role-names.ts'
import { call } from '#web/lib/http/api-client.ts'
import { ApiError, errorText } from '#web/lib/http/api-error.ts'
import { clearStoredSession, isLoggedIn, readUser } from '#web/lib/http/session.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'

const route = getRouteApi('/email-links/join/$token')

/** Target of an invitation link, for logged-in and logged-out users. */
export default function JoinTeamPage() {
  useTitle('Join a team')
  const { token } = route.useParams()
  const navigate = useNavigate()
  const { invitation, error, retry } = useInvitation(token)
  const [loggedInAs, setLoggedInAs] = useState(() => (isLoggedIn() ? userName(readUser()) : null))

  function logOut() {
    // The local session ends in any case; the server's if it responds.
    void call(accountsRoutes.logOut).catch(() => undefined)
    clearStoredSession()
    setLoggedInAs(null)
  }

  if (invitation) {
    return (
      <AuthPage
        heading={`Join ${invitation.team}`}
        lead={`${invitation.invited_by} invites you to hold and buy tickets together. Your role: ${roleNames[invitation.role].toLowerCase()}.`}
      >
        <JoinTeam
          key={token}
          token={token}
          invitation={invitation}
          loggedInAs={loggedInAs}
          onLogOut={logOut}
          // Replaces the history entry, so Back does not return to a used link.
          onDone={() => void navigate({ to: '/login', replace: true })}
        />
        <LoginLink />
      </AuthPage>
    )
  }
  if (error instanceof ApiError && error.code === 'team.invitation_invalid') {
    return (
      <AuthPage heading="This invitation has expired" lead={`${errorText(error)}.`}>
        <LoginLink />
      </AuthPage>
    )
  }
  return (
    <AuthPage heading="Join a team" lead="You’ve been invited by email.">
      {error ? (
        <ErrorState
          title="Couldn’t load the invitation"
          message={errorText(error)}
          onRetry={retry}
          isOffline={!navigator.onLine}
        />
      ) : (
        <SkeletonRegion label="Loading the invitation" className="space-y-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonRegion>
      )}
    </AuthPage>
  )
}

function LoginLink() {
  return (
    <p className="mt-6">
      <TextLink to="/login">Back to login</TextLink>
    </p>
  )
}
