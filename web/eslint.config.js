/** What the compilers do not catch: unused names, loose comparisons, promises nobody waits for. */

import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default typescript.config(
    { ignores: ['node_modules/', 'src/wire.ts', 'src/lib/kernels/interface.ts'] },
    js.configs.recommended,
    ...typescript.configs.recommendedTypeChecked,
    ...svelte.configs.recommended,
    {
        languageOptions: {
            globals: globals.browser,
            parserOptions: {
                projectService: { allowDefaultProject: ['*.js', 'vite.*.ts'] },
                extraFileExtensions: ['.svelte'],
            },
        },
        rules: {
            eqeqeq: 'error',
            // The compiler knows every name, in Svelte's runes too.
            'no-undef': 'off',
            // A list that is drawn once and never changes needs no keys.
            'svelte/require-each-key': 'off',
            // Links are plain links; the router takes the clicks on them.
            'svelte/no-navigation-without-resolve': 'off',
            // Sets and maps in raw state are replaced, never changed.
            'svelte/prefer-svelte-reactivity': 'off',
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
    },
    {
        // Here only Svelte's own checker knows the types: of templates, and of tools without a project.
        files: ['**/*.svelte', '*.js', '*.ts'],
        rules: {
            '@typescript-eslint/no-unsafe-argument': 'off',
            '@typescript-eslint/no-unsafe-assignment': 'off',
            '@typescript-eslint/no-unsafe-call': 'off',
            '@typescript-eslint/no-unsafe-member-access': 'off',
            '@typescript-eslint/no-unsafe-return': 'off',
            'svelte/no-unused-svelte-ignore': 'off',
        },
    },
);
