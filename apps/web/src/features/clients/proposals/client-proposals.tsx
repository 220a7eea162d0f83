import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { WireClientProposal } from '@terrace/contracts/clients'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDecideProposal } from '#web/features/clients/mutations.ts'
import { clientProposalsQuery } from '#web/features/clients/queries.ts'
import { proposalTexts } from './proposal-texts.ts'

/** Client details suggested by quotes and orders. Hidden when there are none. */
export function ClientProposals() {
  const headingId = useId()
  const query = useQuery(clientProposalsQuery())
  const { data: proposals = [] } = query
  if (query.isError && query.data === undefined) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 text-sm sm:px-5">
        <p>
          <span className="font-semibold">Couldn’t load suggested clients.</span> {errorText(query.error)}
        </p>
        <Button size="sm" isPending={query.isFetching} onPress={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (proposals.length === 0) return null
  return (
    <Panel>
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="border-b border-line px-4 py-2.5 text-sm font-semibold sm:px-5">
          Suggested from quotes and orders{' '}
          <span className="tabular font-normal text-muted">{proposals.length}</span>
        </h2>
        <ul className="thin-scroll max-h-56 divide-y divide-line overflow-y-auto">
          {proposals.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} />
          ))}
        </ul>
      </section>
    </Panel>
  )
}

function Proposal({ proposal }: { proposal: WireClientProposal }) {
  const { mutate, isPending, variables, error } = useDecideProposal()
  const { subject, action, source, isTypedByVisitor } = proposalTexts(proposal)
  const decide = (isAccepted: boolean) => mutate({ id: proposal.id, isAccepted })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 text-sm sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="[overflow-wrap:anywhere]">{subject}</p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">
          {isTypedByVisitor && <span className="font-semibold text-signal">Typed by a visitor · </span>}
          {source}
        </p>
        {error && (
          <p role="alert" className="text-xs font-medium text-danger">
            {errorText(error)}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={`${action}: ${subject}`}
          isPending={isPending && variables.isAccepted}
          isDisabled={isPending && !variables.isAccepted}
          onPress={() => decide(true)}
        >
          {action}
        </Button>
        <Button
          size="sm"
          tone="quiet"
          aria-label={`Dismiss: ${subject}`}
          isPending={isPending && !variables.isAccepted}
          isDisabled={isPending && variables.isAccepted}
          onPress={() => decide(false)}
        >
          Dismiss
        </Button>
      </div>
    </li>
  )
}
