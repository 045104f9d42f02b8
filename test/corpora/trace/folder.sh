# Makes what lies where traced commands run: a project, a home with a key, and a folder outside, with links between them. Runs in an empty /w.
# A program that this machine lacks leaves its file out.
cd /w
mkdir -p project home/.ssh outside/sub
cd /w/home
echo PRIVATE > .ssh/id_rsa
chmod 600 .ssh/id_rsa
echo note > notes.txt
printf '[user]\n\tname = T\n\temail = t@example.test\n[init]\n\tdefaultBranch = main\n' > .gitconfig
cd /w/outside
printf 'outer\nline\n' > o.txt
echo deep > sub/deep.txt
cd /w/project
printf 'alpha\nbeta\ngamma\n' > a.txt
printf 'beta\ndelta\n' > b.txt
printf 'a.txt\nb.txt\n' > list.txt
printf 'SECRET=1\n' > .env
echo log > old.log
echo log > app.log
echo x > x.txt
printf 'name,n\na,1\nb,2\n' > data.csv
printf '{"a":1,"b":[1,2]}\n' > data.json
printf '{"name":"p","version":"1.0.0","scripts":{"test":"echo t"}}\n' > package.json
mkdir -p src docs sub build
printf '#include <stdio.h>\nint main(void){puts("x");return 0;}\n' > src/main.c
printf 'def f():\n    return 1\n' > src/lib.py
echo 'module.exports = 1;' > src/util.js
echo '<p>x</p>' > src/index.html
echo '# Guide' > docs/guide.md
echo n > docs/notes.txt
echo s > sub/s.txt
echo o > build/out.o
printf 'all:\n\ttouch made\n' > Makefile
ln -s /w/outside link-out
ln -s /w/home/.ssh/id_rsa secret-link
ln -s /w/outside/o.txt docs/out.txt
ln -s .env cfg
ln -s src link-in
tar cf arch.tar a.txt src
gzip -c arch.tar > arch.tar.gz
zip -qr arch.zip a.txt src
printf 'a.txt\nsrc/main.c\n' | cpio -o --quiet > arch.cpio 2>/dev/null
7z a -bd arch.7z a.txt src >/dev/null 2>&1
gzip -kc b.txt > b.txt.gz
bzip2 -kc b.txt > b.txt.bz2
xz -kc b.txt > b.txt.xz
zstd -qc b.txt > b.txt.zst
gcc -c src/main.c -o m.o
ar rc lib.a a.txt b.txt 
sqlite3 db.sqlite 'create table t(a,b); insert into t values(1,2)'
sed 's/beta/BETA/' a.txt > a2
diff -u a.txt a2 > fix.patch || true
rm a2
sed -i 's/a2\t/a.txt\t/' fix.patch
printf 'w fromscript\n' > s.sed
printf '{ print > "from-prog" }\n' > p.awk
printf '.a\n' > f.jq
printf '%s\n' 'output = "kk"' 'url = "http://files.test/f.txt"' > k.cfg
printf 'http://files.test/f.txt\nhttp://files.test/dir/f2.txt\n' > urls.txt
ssh-keygen -q -t ed25519 -N '' -f key
printf '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///w/home/notes.txt">]><r>&e;</r>' > xxe.xml
printf '<r><a>1</a></r>' > d.xml
printf 'digraph { a -> b }\n' > g.dot
printf 'beta\r\ndelta\r\n' > crlf.txt
base64 a.txt > a.b64
xxd a.txt > a.hex
sha256sum a.txt b.txt > SUMS
git init -q .
printf 'build/\n*.log\n' > .gitignore
git add Makefile a.txt b.txt docs/guide.md package.json src .gitignore
git commit -qm one
echo more >> b.txt
git commit -qam two
git branch side HEAD~1
printf 'beta\ndelta\n' > b.txt
git checkout -q b.txt
git init -q --bare /w/outside/r.git
git remote add o /w/outside/r.git
git push -q o main
