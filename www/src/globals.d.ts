declare const __STYLE_NONCE__: string;
