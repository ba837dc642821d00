/** Tables in the worker: what the page asks of them. */

export {};
