import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'

interface Task {
  what: string
  /** What follows `npm run`. */
  commands: readonly string[]
}

const tasks: Readonly<Record<'seller' | 'operator', readonly Task[]>> = {
  seller: [{ what: 'Deliver sold tickets', commands: ['admin -- order', 'admin -- deliver'] }],
  operator: [
    { what: 'Approve new accounts', commands: ['admin -- approve'] },
    { what: 'Decide about sellers, their limits and suspensions', commands: ['admin -- seller'] },
    { what: 'Answer requests for events', commands: ['admin -- event-requests', 'admin -- event-names'] },
    {
      what: 'Restrict resale, stop price rules',
      commands: ['admin -- resale-rules', 'admin -- price-rules'],
    },
    {
      what: 'Show, cancel and refund orders',
      commands: ['admin -- order', 'admin -- cancel', 'admin -- refund'],
    },
    { what: 'Deliver tickets for a seller', commands: ['admin -- deliver'] },
    {
      what: 'Change the menu, banners and legal texts',
      commands: ['admin -- menu', 'admin -- banner', 'admin -- content'],
    },
    { what: 'Give a team’s quotes their own origin', commands: ['admin -- quote-origin'] },
    { what: 'Read security events', commands: ['admin -- audit'] },
    { what: 'Decide about unknown names in imports', commands: ['admin -- catalogue proposals'] },
  ],
}

/** The commands for work of a role that has no screens, as in docs/guides/operations.md. */
export function CommandList({ of }: { of: 'seller' | 'operator' }) {
  return (
    <TitledSection heading="What you can do">
      <Panel>
        <ul className="divide-y divide-line px-4 sm:px-5">
          {tasks[of].map(({ what, commands }) => (
            <li
              key={what}
              className="grid items-baseline gap-x-6 gap-y-1 py-3 sm:grid-cols-[1fr_minmax(0,1.2fr)]"
            >
              <span className="text-base">{what}</span>
              <span className="space-y-1">
                {commands.map((command) => (
                  <code key={command} className="block font-mono text-xs break-words text-muted">
                    npm run {command}
                  </code>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <p className="mt-3 max-w-prose text-muted">
        Run them in the folder of this installation, or ask the administrator of the server.{' '}
        <code className="font-mono text-xs whitespace-nowrap">npm run admin -- --help</code> lists every
        option; the guide is <code className="font-mono text-xs">docs/guides/operations.md</code>.
      </p>
    </TitledSection>
  )
}
