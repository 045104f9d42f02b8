/** What `@jest/globals` is for a file of tests: loaded for each anew, under its own name. */
export const {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	fdescribe,
	fit,
	it,
	jest,
	test,
	xdescribe,
	xit,
	xtest,
} = globalThis[Symbol.for("bylaw.jest.globals")];
