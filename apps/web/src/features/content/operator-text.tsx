import type { ContentName } from '@terrace/contracts/content'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { contentQuery } from './queries.ts'
import { textBlocks, type TextBlock } from './text-blocks.ts'

/** The operator's text for a page, or the words that stand there until one is given (spec §2). */
export function OperatorText({ name }: { name: ContentName }) {
  const query = useQuery(contentQuery(name))
  const { data, isPending } = query
  if (isPending) return <TextSkeleton />
  if (data === undefined) {
    return (
      <Panel>
        <LoadError title="This text could not be loaded" query={query} />
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
      {textBlocks(data.text).map((block, place) => (
        <Block key={place} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: TextBlock }) {
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  if (block.kind === 'list') {
    return (
      <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
        {block.items.map((item, place) => (
          <li key={place}>{item}</li>
        ))}
      </ul>
    )
  }
  if (block.level === 3) return <h3 className="pt-1 font-semibold">{block.text}</h3>
  return <h2 className="pt-3 text-lg first:pt-0">{block.text}</h2>
}

function TextSkeleton() {
  return (
    <SkeletonRegion label="The text is loading" className="space-y-3">
      {['w-full', 'w-11/12', 'w-full', 'w-3/5'].map((width, place) => (
        <Skeleton key={place} className={`h-4 ${width}`} />
      ))}
    </SkeletonRegion>
  )
}
