/** Options by which programs ask nothing, or heed nothing: `-y`, `--yes`, `-auto-approve`, `--force`, `--no-confirm`, `--interactive=never`. `-f` is a file for many. */
export function waives(option: string): boolean {
	return waiving.test(option);
}

const waiving =
	/^(?:-y|--?(?:(?:assume-)?yes(?:-[a-z-]+)?|force|force-yes|auto-?approve|approve|confirm(?:ed)?|no-?(?:confirm|input|prompt|interaction)|skip-?(?:confirm(?:ation)?|prompts?|approval)|non-?interactive|(?:interactive|confirm|prompt|ask)=(?:never|no|none|off|false|0)|i-(?:know|am|really)[\w-]*|dangerously-[\w-]+|unattended))$/i;
