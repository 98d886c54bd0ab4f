;;; -*- lexical-binding: t -*-
;; Eglot against the real server. Run by `run emacs`:
;;   emacs -Q --batch -l eglot.el README.md FOLDER
;; README.md is editors/emacs/README.md, whose own code is what is tested.
(require 'cl-lib)
(require 'eglot)
(require 'project)
(define-derived-mode markdown-mode text-mode "Markdown") ; not part of Emacs
(add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode))

(defvar passed 0)
(defvar failed 0)
(defun check (what ok)
  (if ok (cl-incf passed) (cl-incf failed))
  (princ (format "%s Emacs: %s\n" (if ok "ok   " "FAIL ") what)))
(defun until (f)
  (let ((i 0))
    (while (and (< i 300) (not (funcall f)))
      (accept-process-output nil 0.05)
      (cl-incf i))
    (funcall f)))

(defun snippet (readme name)
  "The code of the block NAME in README."
  (with-temp-buffer
    (insert-file-contents readme)
    (search-forward (format "```elisp %s\n" name))
    (let ((start (point)))
      (search-forward "\n```")
      (read (format "(progn %s)" (buffer-substring start (match-beginning 0)))))))

(defvar readme (pop command-line-args-left))
(defvar root (file-name-as-directory (pop command-line-args-left)))
(setq eglot-sync-connect 20 eglot-autoshutdown t
      project-find-functions (list (lambda (_) (cons 'transient root))))
(eval (snippet readme "eglot") t)
(eval (snippet readme "query") t)

(condition-case err
    (progn
      (find-file (concat root "notes/errors.md"))
      (call-interactively #'eglot)
      (check "attaches" (until #'eglot-managed-p))
      ;; the whole index
      (jsonrpc-request (eglot-current-server) :swarm/query '(:query "index" :wait 20000) :timeout 30)
      (check "workspace symbols in xref"
             (string-match-p "webhook_dedupe\\.md" (format "%S" (car (xref-backend-apropos 'eglot "webhook dedupe")))))
      (let (shown)
        (cl-letf (((symbol-function 'xref-show-xrefs) (lambda (fetch _) (setq shown (funcall fetch)))))
          (memswarm-query "refresh token rotation"))
        (check "memswarm-query" (> (length shown) 5)))
      (when (plist-get (eglot--capabilities (eglot-current-server)) :codeActionProvider)
        (goto-char (point-min))
        (forward-line 5)
        (let ((actions (eglot-code-actions (point-min) (line-end-position) nil nil)))
          (check "code actions" (cl-some (lambda (a) (string-match-p "Curate" (plist-get a :title))) actions))))
      (when (plist-get (eglot--capabilities (eglot-current-server)) :definitionProvider)
        (find-file (concat root "vault/Engineering/Token rotation.md"))
        (until #'eglot-managed-p)
        (goto-char (point-min))
        (search-forward "[[")
        (check "definition of a wikilink" (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))
  (error (check (format "no error: %S" err) nil)))
(set-buffer-modified-p nil)
(ignore-errors (eglot-shutdown-all))
(princ (format "%d passed, %d failed\n" passed failed))
(kill-emacs (if (and (= failed 0) (> passed 0)) 0 1))
