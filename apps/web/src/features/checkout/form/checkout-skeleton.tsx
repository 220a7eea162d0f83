import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'

export function CheckoutSkeleton({ label = 'Loading checkout' }: { label?: string }) {
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      <SkeletonRegion
        label={label}
        className="mx-auto grid w-full max-w-6xl gap-x-8 gap-y-4 px-4 pt-6 sm:px-5 lg:grid-cols-[minmax(0,1fr)_23rem]"
      >
        <div className="flex flex-col gap-4">
          <Skeleton className="mb-1 h-7.5 w-36" />
          <Skeleton className="h-40" />
          <Skeleton className="h-48" />
          <Skeleton className="h-60" />
        </div>
        <div className="lg:pt-[3.125rem]">
          <Skeleton className="h-72" />
        </div>
      </SkeletonRegion>
    </>
  )
}
