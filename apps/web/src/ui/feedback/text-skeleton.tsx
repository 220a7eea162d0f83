import { Skeleton, SkeletonRegion } from './skeleton.tsx'

/** Stands for a text that loads; `label` says which one. */
export function TextSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="space-y-3">
      {['w-full', 'w-11/12', 'w-full', 'w-3/5'].map((width, index) => (
        <Skeleton key={index} className={`h-4 ${width}`} />
      ))}
    </SkeletonRegion>
  )
}
