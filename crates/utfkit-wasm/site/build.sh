#!/usr/bin/env bash
# Builds the site in ../../../target/wasm/site, from the package that ../build.sh built.
#
# The documentation is made by MkDocs, which is installed in a venv under target/.
set -euo pipefail
cd "$(dirname "$0")"

root=$PWD/../../..
site=$root/target/wasm/site
rm -rf "$site"
mkdir -p "$site/utfkit/wasm"
cp -r ./*.js input model views work "$site/"
# The style sheets become a part of the page, so that the policy allows no others.
python3 - "$site/index.html" <<'END'
import base64, hashlib, pathlib, sys

# The order of the files is that of their rules: the ones for small screens are last.
files = ['base', 'start', 'text', 'side', 'small']
style = '\n'.join(pathlib.Path(f'style/{name}.css').read_text() for name in files)
digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
page = pathlib.Path('index.html').read_text()
for old, new in [
    ('<link rel="stylesheet" href="style/all.css" />', f'<style>{style}</style>'),
    ("style-src 'self'", f"style-src 'sha256-{digest}'"),
]:
    assert page.count(old) == 1, old
    page = page.replace(old, new)
pathlib.Path(sys.argv[1]).write_text(page)
END
cp -r ../package/src "$site/utfkit/"

# The policy of the page forbids fetch, so the modules are scripts.
for file in ../package/wasm/*; do
    printf "export default '%s';\n" "$(base64 -w 0 "$file")" >"$site/utfkit/wasm/$(basename "$file").js"
done
mv "$site/load.js" "$site/utfkit/src/load.js"

# The documentation, with the directories of the repository, so that all links work.
venv=$root/target/wasm/venv
if ! [ -x "$venv/bin/mkdocs" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check 'mkdocs==1.6.*'
fi
stage=$root/target/wasm/book
rm -rf "$stage"
mkdir -p "$stage"
(cd "$root" && git ls-files -z -- 'docs/*' '*.md' 'LICENSE-*' ':!fuzz/corpus' ':!testdata/*/*' |
    tar --null -T - -c) | tar -x -C "$stage"
cat >"$root/target/wasm/mkdocs.yml" <<END
site_name: utfkit
docs_dir: book
site_dir: site/book
use_directory_urls: false
theme:
  name: mkdocs
  highlightjs: false
plugins: [search]
END
"$venv/bin/mkdocs" build --quiet --strict -f "$root/target/wasm/mkdocs.yml"
echo "$site: $(du -sh "$site" | cut -f 1)"
