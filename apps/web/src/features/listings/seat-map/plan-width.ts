/** Widths of the plan in percent of the page. */
export const defaultPlanWidth = 33
export const minPlanWidth = 20
export const maxPlanWidth = 60
