import type { KeyPlace } from './key-place.ts'

/** Command-line tools of clouds, containers and clusters. */
export const clouds: readonly KeyPlace[] = [
  {
    why: 'AWS CLI guide, "Configuration and credential files"',
    paths: ['.aws'],
    movedBy: { AWS_SHARED_CREDENTIALS_FILE: 'file', AWS_CONFIG_FILE: 'file' },
  },
  {
    why: 'gcloud: CLOUDSDK_CONFIG; Google application default credentials',
    paths: ['.config/gcloud', '.boto'],
    movedBy: { CLOUDSDK_CONFIG: 'folder', GOOGLE_APPLICATION_CREDENTIALS: 'file' },
  },
  { why: 'Azure CLI, AZURE_CONFIG_DIR', paths: ['.azure'], movedBy: { AZURE_CONFIG_DIR: 'folder' } },
  {
    why: 'tokens of other clouds, each where its command line keeps them',
    paths: [
      '.oci',
      '.aliyun',
      '.tccli',
      '.bluemix',
      '.config/doctl',
      '.config/hcloud',
      '.config/scw',
      '.config/linode-cli',
      '.fly',
      '.config/netlify',
      '.netlify',
      '.local/share/com.vercel.cli',
      '.config/configstore',
      '.railway',
      '.wrangler',
      '.config/.wrangler',
      '.supabase',
      '.config/heroku',
      '.config/ngrok',
      '.ngrok2',
      '.cloudflared',
      'Library/Application Support/com.vercel.cli',
      'Library/Application Support/ngrok',
      'Library/Preferences/netlify',
      'Library/Preferences/.wrangler',
    ],
  },
  {
    why: 'rclone config, S3 clients',
    paths: ['.config/rclone', '.s3cfg', '.mc', '.passwd-s3fs'],
    movedBy: { RCLONE_CONFIG: 'file' },
  },
  {
    why: 'Terraform CLI, "Credentials"; Pulumi; Vault',
    paths: ['.terraform.d', '.terraformrc', '.pulumi/credentials.json', '.vault-token', '.config/vault'],
    movedBy: { TF_CLI_CONFIG_FILE: 'file' },
  },
  { why: 'Kubernetes: kubeconfig', paths: ['.kube'], movedBy: { KUBECONFIG: 'files' } },
  {
    why: 'docker login, podman login',
    paths: ['.docker/config.json', '.config/containers/auth.json'],
    movedBy: {
      DOCKER_CONFIG: { holding: ['config.json'] },
      REGISTRY_AUTH_FILE: 'file',
      XDG_RUNTIME_DIR: { holding: ['containers/auth.json'] },
    },
  },
]
