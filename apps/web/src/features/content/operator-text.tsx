import type { ContentName } from '@terrace/contracts/content'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextSkeleton } from '#web/ui/feedback/text-skeleton.tsx'
import { contentQuery } from './queries.ts'
import { textBlocks, type TextBlock } from './text-blocks.ts'

/** The operator's text for a page, or the default text when there is none (spec §2). */
export function OperatorText({ name }: { name: ContentName }) {
  const query = useQuery(contentQuery(name))
  const { data, isPending } = query
  if (isPending) return <TextSkeleton label="Loading the text" />
  if (data === undefined) {
    return (
      <Panel>
        <LoadError title="Couldn’t load this text" query={query} />
      </Panel>
    )
  }
  if (data.text === null) {
    return (
      <Panel>
        <EmptyState icon={<InfoIcon />} title="Content is coming soon" />
      </Panel>
    )
  }
  return (
    <div className="space-y-4 text-base [overflow-wrap:anywhere]">
      {textBlocks(data.text).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  if (block.kind === 'list') {
    return (
      <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
        {block.items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    )
  }
  if (block.level === 3) return <h3 className="pt-1 font-semibold">{block.text}</h3>
  return <h2 className="pt-3 text-lg first:pt-0">{block.text}</h2>
}
