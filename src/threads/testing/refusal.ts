/** An expected failure of a task. */
export class Refusal extends Error {}
